import {
  type BrowserSession,
  isLabelValue,
  labels,
  type NewPod,
  ownPodLabels,
  type Pod,
  type PodSpec,
  recordFinalizer,
} from '@tintype/crds';
import { addFinalizer, controllerReference } from '../../controller/object-metadata.js';
import { killedAt, startByOf } from '../pass/times.js';

/**
 * For whoever looks for an account's pods; no program reads the account here. Ids such as `_acme`, or of 64 characters,
 * can be no label, and an API server would refuse the pod for it.
 */
const accountLabel = ({ spec: { account } }: BrowserSession) =>
  isLabelValue(account) ? { [labels.account]: account } : {};

/**
 * The pod as it is once it is claimed. The deadline is the third to end a session, after the pod's own timer and the
 * operator's. It counts from the pod's start, and can only be lowered: so it allows for a session that is opened late.
 */
export const claimedPod = (pod: Pod, session: BrowserSession, now: number): Pod => {
  const { metadata, spec } = addFinalizer(pod, recordFinalizer);
  return {
    ...pod,
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        ...ownPodLabels,
        [labels.session]: session.metadata.name,
        ...accountLabel(session),
      },
      annotations: { ...metadata.annotations, ...notSafeToEvict },
      ownerReferences: [controllerReference(session)],
    },
    spec: { ...spec, activeDeadlineSeconds: deadlineSeconds(pod, session, now) },
  };
};

const deadlineSeconds = ({ status }: Pod, session: BrowserSession, now: number) => {
  const { maxTtlSeconds } = session.spec;
  const since = status?.startTime === undefined ? now : Date.parse(status.startTime);
  return Math.ceil((killedAt({ startBy: Math.max(since, startByOf(session)), maxTtlSeconds }) - since) / 1000);
};

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
      ...accountLabel(session),
      [labels.pool]: session.spec.pool,
    },
    annotations: template.annotations,
    ownerReferences: [{ ...controllerReference(session), controller: false }],
  },
  spec: { ...template.spec, restartPolicy: 'Never' },
});

/** Keeps autoscalers of nodes from moving a session's pod: Cluster Autoscaler, and Karpenter, which EKS Auto Mode is made of. */
export const notSafeToEvict = {
  'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
  'karpenter.sh/do-not-disrupt': 'true',
} as const;

/**
 * What a pod made for one session may be called: the second name is for where the first is taken, by an earlier object of
 * the session's name, or by whoever counts as we do.
 */
export const coldPodNames = ({ metadata: { name, uid } }: BrowserSession, attempt: number): readonly string[] => [
  `${name}-${attempt}`,
  `${name}-${attempt}-${uid}`,
];
