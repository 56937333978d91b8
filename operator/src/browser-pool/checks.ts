import { type BrowserPool, hasEnded, labels, type Pod, unreadySince } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import { firstReason } from '../controller/first-reason.js';
import { isControlledBy } from '../controller/object-metadata.js';
import { isUnclaimed } from './pool-pod.js';
import type { Removal } from './reasons.js';

/**
 * A pod may be unready for 5 minutes. An image loads and a browser starts in less. Kubernetes empties a lost node after
 * the same time.
 */
const longestUnreadyMs = 300_000;

interface Member {
  pool: BrowserPool;
  pod: Pod;
  /** The current hash of the pool's template. */
  templateHash: string;
  /** Epoch milliseconds. */
  now: number;
}

const isOutdated = ({ pod, templateHash }: Member) => pod.metadata.labels?.[labels.template] !== templateHash;

/** Why the pool should delete a pod; undefined if the pod is good. */
export const whyUseless = firstReason<Member, Removal>([
  ({ pod }) => (hasEnded(pod) ? 'PodEnded' : undefined),
  ({ pod, pool }) => (isControlledBy(pod, pool) ? undefined : 'PoolReplaced'),
  (member) => (isOutdated(member) ? 'TemplateChanged' : undefined),
  ({ pod, now }) =>
    isReady(pod) || unreadyTooLongAt(pod) > now ? undefined : pod.spec.nodeName ? 'NotReady' : 'NoRoom',
]);

/** When a pod that stays unready becomes useless, in epoch milliseconds. */
export const unreadyTooLongAt = (pod: Pod): number =>
  Date.parse(unreadySince(pod) ?? pod.metadata.creationTimestamp) + longestUnreadyMs;

/** When the pod becomes too old, in epoch milliseconds. */
export const tooOldAt = (pool: BrowserPool, pod: Pod): number =>
  Date.parse(pod.metadata.creationTimestamp) + pool.spec.maxAgeSeconds * 1000;

interface Candidate extends Member {
  /** True if another session names the pod, or has reserved it. */
  isReserved: (pod: Pod) => boolean;
}

/** Why a session cannot get a pod now; undefined if it can. */
export const whyUnavailable = firstReason<Candidate, Removal | 'Claimed' | 'Deleted' | 'Reserved'>([
  ({ pod }) => (isUnclaimed(pod) ? undefined : 'Claimed'),
  ({ pod }) => (pod.metadata.deletionTimestamp ? 'Deleted' : undefined),
  whyUseless,
  ({ pod }) => (isReady(pod) ? undefined : 'NotReady'),
  ({ pod, isReserved }) => (isReserved(pod) ? 'Reserved' : undefined),
]);
