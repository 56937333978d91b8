import { browserContainerOf, type Pod, type WaitReason } from '@tintype/crds';

/** Why a pod does not get ready, where somebody says so. */
export interface PodTrouble {
  reason: WaitReason;
  detail: string | undefined;
}

/** A container that nothing is wrong with waits for these. */
const onTheWay: readonly (string | undefined)[] = [undefined, 'ContainerCreating', 'PodInitializing'];

/** Undefined for a pod that is on its way, as far as anybody says. */
export const troubleOf = (pod: Pod): PodTrouble | undefined => {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return { reason: 'PodUnschedulable', detail: scheduled.message };
  const { reason, message } = browserContainerOf(pod)?.state?.waiting ?? {};
  if (onTheWay.includes(reason)) return undefined;
  return { reason: 'PodNotStarted', detail: message ? `${reason}: ${message}` : reason };
};
