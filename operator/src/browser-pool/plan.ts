import type { BrowserPool, Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import type { Pending } from '../controller/expectations.js';
import { tooOldAt, unreadyTooLongAt, whyUseless } from './checks.js';
import { byAge } from './pool-pod.js';
import type { Removal } from './reasons.js';

export interface PoolView {
  pool: BrowserPool;
  /** The current hash of the pool's template. */
  templateHash: string;
  /** Unclaimed and unreserved pods that are not being deleted. */
  idle: readonly Pod[];
  /** This operator's writes that the cache does not show yet. */
  pending: Pending;
  /** True if a delete of this pod got no answer. */
  isInDoubt: (pod: Pod) => boolean;
  /** Epoch milliseconds. */
  now: number;
}

export interface PodRemoval {
  pod: Pod;
  reason: Removal;
}

export interface Plan {
  /** The number of pods to create. */
  create: number;
  remove: readonly PodRemoval[];
  /** Milliseconds until the plan may change, unless an event comes first. Infinite: only an event changes it. */
  nextInMs: number;
}

/**
 * Plans the creations and deletions of one pass:
 *
 * - Useless pods are deleted at once.
 * - Pods that are too old are replaced one at a time. Each serves until its successor is ready.
 * - Surplus pods are deleted in this order: the unready ones, newest first; then the ready ones, oldest first.
 */
export const planOf = (view: PoolView): Plan => {
  const { pool, idle, pending, now } = view;
  const judged = idle.map((pod) => ({ pod, reason: whyUseless({ ...view, pod }) }));
  const uselessPods = judged.flatMap(({ pod, reason }) => (reason ? [{ pod, reason }] : []));
  const fitPods = judged.flatMap(({ pod, reason }) => (reason ? [] : [pod])).sort(byAge);
  const [oldest] = fitPods;
  const tooOld = oldest && tooOldAt(pool, oldest) <= now ? oldest : undefined;
  const others = tooOld ? fitPods.slice(1) : fitPods;
  // While deletions are pending, the number of surplus pods is unknown: only repeat deletions.
  const otherRemovals =
    pending.deletions > 0 ? repeatedDeletions(view, fitPods) : fitRemovals(others, tooOld, pool.spec.replicas);
  return {
    create: Math.max(0, pool.spec.replicas - others.length - pending.creations),
    remove: [...uselessPods, ...otherRemovals],
    // A pod that is too old waits for its successor, not for a time.
    nextInMs: Math.min(...others.map((pod) => nextChangeAt(pool, pod)).filter((at) => at > now)) - now,
  };
};

/** The deletions of pods that are fit, but too old or surplus. */
const fitRemovals = (others: readonly Pod[], tooOld: Pod | undefined, replicas: number): PodRemoval[] => {
  const ready = others.filter(isReady);
  const replaced: PodRemoval[] = tooOld && ready.length >= replicas ? [{ pod: tooOld, reason: 'TooOld' }] : [];
  const unready = others.filter((pod) => !isReady(pod));
  const excess = Math.max(0, others.length - replicas);
  const leaving = [...unready.reverse(), ...ready].slice(0, excess);
  return [...replaced, ...leaving.map((pod) => ({ pod, reason: 'Surplus' }) as const)];
};

/** The deletions of unknown effect, to repeat them. */
const repeatedDeletions = ({ pool, isInDoubt, now }: PoolView, fitPods: readonly Pod[]): PodRemoval[] =>
  fitPods.filter(isInDoubt).map((pod) => ({ pod, reason: tooOldAt(pool, pod) <= now ? 'TooOld' : 'Surplus' }));

/** Epoch milliseconds at which the pod becomes too old, or has been unready for too long. */
const nextChangeAt = (pool: BrowserPool, pod: Pod): number =>
  Math.min(tooOldAt(pool, pod), isReady(pod) ? Number.POSITIVE_INFINITY : unreadyTooLongAt(pod));
