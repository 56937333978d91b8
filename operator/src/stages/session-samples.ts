import {
  type BrowserSession,
  billingFinalizer,
  type ObjectMeta,
  type OwnerReference,
  operatorPodLabels,
  type Pod,
  recordFinalizer,
} from '@tintype/crds';

/** RFC 3339: noon plus `seconds`. */
export const at = (seconds: number): string => new Date(Date.UTC(2030, 0, 1, 12) + seconds * 1000).toISOString();

type Differing<T extends { metadata: ObjectMeta; spec: object; status?: object }> = {
  metadata?: Partial<ObjectMeta>;
  spec?: Partial<T['spec']>;
  status?: T['status'];
};

/** A session that is active since noon, for at most 90 s. */
export const sampleSession = ({ metadata, spec, status }: Differing<BrowserSession> = {}): BrowserSession => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: {
    namespace: 'default',
    name: 'sess-1',
    uid: 'session-uid',
    resourceVersion: '1',
    creationTimestamp: at(-5),
    finalizers: [billingFinalizer],
    ...metadata,
  },
  spec: {
    account: 'acme',
    pool: 'default',
    maxTtlSeconds: 90,
    startBy: at(20),
    cdp: false,
    proxy: false,
    bypassBotDetection: false,
    ...spec,
  },
  status: {
    phase: 'Active',
    attempts: 1,
    pod: { name: 'sess-1-1', uid: 'pod-uid' },
    startedAt: at(0),
    expiresAt: at(90),
    ...status,
  },
});

/** The pod of that session, ready and claimed. */
export const samplePod = ({ metadata, spec, status }: Differing<Pod> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace: 'default',
    name: 'sess-1-1',
    uid: 'pod-uid',
    resourceVersion: '2',
    creationTimestamp: at(-4),
    labels: { ...operatorPodLabels, 'tintype.dev/session': 'sess-1', 'tintype.dev/account': 'acme' },
    finalizers: [recordFinalizer],
    ownerReferences: [owner({ controller: true })],
    ...metadata,
  },
  spec: { containers: [{ name: 'browser', image: 'browser' }], ...spec },
  status: {
    phase: 'Running',
    startTime: at(-3),
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(-2) }],
    ...status,
  },
});

/** A reference to that session, or to another one. */
export const owner = (differs: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  name: 'sess-1',
  uid: 'session-uid',
  ...differs,
});

/** The status of a pod that became unready `seconds` after noon. */
export const unready = (seconds: number) => ({
  conditions: [{ type: 'Ready', status: 'False' as const, lastTransitionTime: at(seconds) }],
});

/** The status of a pod whose container ended `seconds` after noon. */
export const ended = (seconds: number, message?: string) => ({
  phase: 'Succeeded' as const,
  ...unready(seconds),
  containerStatuses: [
    {
      name: 'browser',
      state: { terminated: { exitCode: 0, finishedAt: at(seconds), ...(message ? { message } : {}) } },
    },
  ],
});
