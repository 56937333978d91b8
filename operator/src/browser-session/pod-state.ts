import { decodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import type { BrowserSession, Pod } from '@tintype/crds';

/** The container that has the browser. */
export const browserContainer = 'browser';

const container = (pod: Pod) => pod.status?.containerStatuses?.find(({ name }) => name === browserContainer);

const ready = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'Ready');

export const isReady = (pod: Pod): boolean => ready(pod)?.status === 'True';

/** Nothing runs in it any more, and nothing will again: restartPolicy is Never. */
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** When its container ended, by its node's clock; RFC 3339. */
export const finishedAt = (pod: Pod): string | undefined => container(pod)?.state?.terminated?.finishedAt;

/** What it left behind of its session, where it could. */
export const lastWords = (pod: Pod): PodRecord | undefined => {
  const message = container(pod)?.state?.terminated?.message;
  return message === undefined ? undefined : decodeTerminationMessage(message);
};

/** Since when a pod that was ready is not: its node is lost, or its program does not answer. RFC 3339. */
export const unreadySince = (pod: Pod): string | undefined => {
  const condition = ready(pod);
  return condition && condition.status !== 'True' ? condition.lastTransitionTime : undefined;
};

/** Of the session that it was made or claimed for. */
export const sessionUid = ({ metadata }: Pod): string | undefined =>
  metadata.ownerReferences?.find(({ kind }) => kind === 'BrowserSession')?.uid;

/** Of the session that it was claimed for. */
export const ownerUid = ({ metadata }: Pod): string | undefined =>
  metadata.ownerReferences?.find(({ kind, controller }) => kind === 'BrowserSession' && controller)?.uid;

export const isClaimedFor = (pod: Pod, session: BrowserSession): boolean => ownerUid(pod) === session.metadata.uid;
