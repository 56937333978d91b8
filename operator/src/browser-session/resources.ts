import type { BrowserSession, NewPod, Pod, PodSpec } from '@tintype/crds';
import { labels, ownPodLabels, recordFinalizer } from '@tintype/crds';
import { notSafeToEvict } from './names.js';

/** What a pod may take to get ready and to end beside the session's own time, in seconds. */
const beforeSeconds = 15;
const afterSeconds = 30;

/**
 * The pod as it is once it is claimed. The deadline is the third to end a session, after the pod's own timer and the
 * operator's; it counts from the pod's start, and can only be lowered.
 */
export const claimedPod = (pod: Pod, session: BrowserSession, now: number): Pod => ({
  ...pod,
  metadata: {
    ...pod.metadata,
    labels: {
      ...pod.metadata.labels,
      [labels.session]: session.metadata.name,
      [labels.account]: session.spec.account,
    },
    annotations: { ...pod.metadata.annotations, ...notSafeToEvict },
    finalizers: [...new Set([...(pod.metadata.finalizers ?? []), recordFinalizer])],
    ownerReferences: [{ ...ownerReference(session), controller: true, blockOwnerDeletion: true }],
  },
  spec: { ...pod.spec, activeDeadlineSeconds: deadlineSeconds(pod, session, now) },
});

const ownerReference = ({ apiVersion, kind, metadata: { name, uid } }: BrowserSession) => ({
  apiVersion,
  kind,
  name,
  uid,
});

const deadlineSeconds = ({ status }: Pod, { spec }: BrowserSession, now: number) => {
  const running = now - Date.parse(status?.startTime ?? new Date(now).toISOString());
  return Math.max(0, Math.ceil(running / 1000)) + beforeSeconds + spec.maxTtlSeconds + afterSeconds;
};

/** The pod without what held it back: its end has been copied. */
export const releasedPod = (pod: Pod): Pod => ({
  ...pod,
  metadata: { ...pod.metadata, finalizers: (pod.metadata.finalizers ?? []).filter((each) => each !== recordFinalizer) },
});

/** What a pool says of its pods. */
export interface PodTemplate {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: PodSpec;
}

/** A pod made for one session. It is the session's child, so that it goes with it, and not yet claimed. */
export const coldPod = (session: BrowserSession, name: string, template: PodTemplate): NewPod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace: session.metadata.namespace,
    name,
    labels: {
      ...template.labels,
      ...ownPodLabels,
      [labels.session]: session.metadata.name,
      [labels.account]: session.spec.account,
      [labels.pool]: session.spec.pool,
    },
    annotations: template.annotations,
    ownerReferences: [ownerReference(session)],
  },
  spec: { ...template.spec, restartPolicy: 'Never' },
});
