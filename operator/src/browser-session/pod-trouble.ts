import type { Pod, WaitReason } from '@tintype/crds';
import { browserContainer } from './pod-state.js';

/** Why a pod does not get ready, where somebody says so. */
export interface PodTrouble {
  reason: WaitReason;
  detail: string | undefined;
}

/** A container that nothing is wrong with waits for these. */
const onTheWay: readonly (string | undefined)[] = [undefined, 'ContainerCreating', 'PodInitializing'];

/** Undefined for a pod that is on its way, as far as anybody says. */
export const troubleOf = ({ status }: Pod): PodTrouble | undefined => {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return { reason: 'PodUnschedulable', detail: scheduled.message };
  const container = status?.containerStatuses?.find(({ name }) => name === browserContainer);
  const { reason, message } = container?.state?.waiting ?? {};
  if (onTheWay.includes(reason)) return undefined;
  return { reason: 'PodNotStarted', detail: message ? `${reason}: ${message}` : reason };
};
