import { decodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import type { Pod } from './pod.js';

/** The container that has the browser. */
export const browserContainer = 'browser';

export const browserContainerOf = (pod: Pod) =>
  pod.status?.containerStatuses?.find(({ name }) => name === browserContainer);

/** Nothing runs in it any more, and nothing will again: restartPolicy is Never. */
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** What it left behind of its session, where it could. */
export const lastWords = (pod: Pod): PodRecord | undefined => {
  const message = browserContainerOf(pod)?.state?.terminated?.message;
  return message === undefined ? undefined : decodeTerminationMessage(message);
};
