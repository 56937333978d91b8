import type { BrowserPool, Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import type { Pending } from '../controller/expectations.js';
import { tooOldAt, unreadyTooLongAt, whyUseless } from './checks.js';
import { byAge } from './pool-pod.js';
import type { Removal } from './reasons.js';

export interface PoolView {
  pool: BrowserPool;
  /** The current hash of the pool's template. */
  template: string;
  /** Pods that no session has. */
  idle: readonly Pod[];
  /** This operator's writes that the cache does not show yet. */
  pending: Pending;
  /** A delete of this pod got no answer. */
  isInDoubt: (pod: Pod) => boolean;
  /** Epoch milliseconds. */
  now: number;
}

export interface PodRemoval {
  pod: Pod;
  reason: Removal;
}

export interface Plan {
  create: number;
  remove: readonly PodRemoval[];
  /** Milliseconds until the plan may change, unless an event comes first. */
  nextInMs: number;
}

/**
 * Useless pods leave at once. Pods that are too old serve until a successor is ready, one at a time. Of surplus pods
 * the unready leave first, then the oldest.
 */
export const planOf = (view: PoolView): Plan => {
  const { pool, idle, pending, now } = view;
  const judged = idle.map((pod) => ({ pod, reason: whyUseless({ ...view, pod }) }));
  const useless = judged.flatMap(({ pod, reason }) => (reason ? [{ pod, reason }] : []));
  const fit = judged.flatMap(({ pod, reason }) => (reason ? [] : [pod])).sort(byAge);
  const [oldest] = fit;
  const tooOld = oldest && tooOldAt(pool, oldest) <= now ? oldest : undefined;
  const others = tooOld ? fit.slice(1) : fit;
  // While deletions are pending, the number of surplus pods is unknown: only repeat deletions.
  const surplus = pending.deletions > 0 ? repeatedDeletions(view, fit) : surplusOf(others, tooOld, pool.spec.replicas);
  return {
    create: Math.max(0, pool.spec.replicas - others.length - pending.creations),
    remove: [...useless, ...surplus],
    // A pod that is too old waits for its successor, not for a time.
    nextInMs: Math.min(...others.map((pod) => nextChangeAt(pool, pod)).filter((at) => at > now)) - now,
  };
};

const surplusOf = (others: readonly Pod[], tooOld: Pod | undefined, replicas: number): PodRemoval[] => {
  const ready = others.filter(isReady);
  const replaced: PodRemoval[] = tooOld && ready.length >= replicas ? [{ pod: tooOld, reason: 'TooOld' }] : [];
  const unready = others.filter((pod) => !isReady(pod));
  const excess = Math.max(0, others.length - replicas);
  const leaving = [...unready.reverse(), ...ready].slice(0, excess);
  return [...replaced, ...leaving.map((pod) => ({ pod, reason: 'Surplus' }) as const)];
};

/** Repeats deletions of unknown effect. */
const repeatedDeletions = ({ pool, isInDoubt, now }: PoolView, fit: readonly Pod[]): PodRemoval[] =>
  fit.filter(isInDoubt).map((pod) => ({ pod, reason: tooOldAt(pool, pod) <= now ? 'TooOld' : 'Surplus' }));

/** Epoch milliseconds at which the pod becomes too old, or has been unready for too long. */
const nextChangeAt = (pool: BrowserPool, pod: Pod): number =>
  Math.min(tooOldAt(pool, pod), isReady(pod) ? Number.POSITIVE_INFINITY : unreadyTooLongAt(pod));
