import {
  type BrowserSession,
  isLabelValue,
  labels,
  type NewPod,
  operatorPodLabels,
  type Pod,
  type PodSpec,
  recordFinalizer,
} from '@tintype/crds';
import { controllerReference, withFinalizer } from '../../controller/object-metadata.js';
import { killedAt, startByOf } from '../pass/times.js';

/**
 * For people; no program reads this label. An API server refuses ids that are no label values, such as `_acme` or an id
 * of 64 characters.
 */
const accountLabel = ({ spec: { account } }: BrowserSession) =>
  isLabelValue(account) ? { [labels.account]: account } : {};

/**
 * The pod after its claim. Its deadline is the third limit of a session, after the pod's and the operator's timers. The
 * deadline counts from the pod's start. It assumes an opening at startBy, because it can only be lowered later.
 */
export const claimedPod = (pod: Pod, session: BrowserSession, now: number): Pod => {
  const { metadata, spec } = withFinalizer(pod, recordFinalizer);
  return {
    ...pod,
    metadata: {
      ...metadata,
      labels: {
        ...metadata.labels,
        ...operatorPodLabels,
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

/** The part of a pod that its pool decides. */
export interface PodTemplate {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  spec: PodSpec;
}

/** A pod that is created for one session, and not claimed yet: its owner is not its controller. */
export const coldPod = (session: BrowserSession, name: string, template: PodTemplate): NewPod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace: session.metadata.namespace,
    name,
    labels: {
      ...template.labels,
      ...operatorPodLabels,
      [labels.session]: session.metadata.name,
      ...accountLabel(session),
      [labels.pool]: session.spec.pool,
    },
    annotations: template.annotations,
    ownerReferences: [{ ...controllerReference(session), controller: false }],
  },
  spec: { ...template.spec, restartPolicy: 'Never' },
});

/** Tells Cluster Autoscaler and Karpenter (also in EKS Auto Mode) not to evict the pod. */
export const notSafeToEvict = {
  'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
  'karpenter.sh/do-not-disrupt': 'true',
} as const;

/**
 * Two names to try. The second serves if another pod has the first name. That pod belongs to an earlier object of this
 * name, or to another program.
 */
export const coldPodNames = ({ metadata: { name, uid } }: BrowserSession, attempt: number): readonly string[] => [
  `${name}-${attempt}`,
  `${name}-${attempt}-${uid}`,
];
