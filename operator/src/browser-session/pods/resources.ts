import type { BrowserSession, NewPod, Pod, PodSpec } from '@tintype/crds';
import { isLabelValue, labels, ownPodLabels, recordFinalizer } from '@tintype/crds';
import { addFinalizer } from '../../controller/finalizers.js';
import { controllerReference } from '../../controller/owner-references.js';
import { killedAt, startByOf } from '../pass/times.js';
import { notSafeToEvict } from './names.js';

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
