import type { BrowserPool, Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import type { Pending } from '../controller/expectations.js';
import { givenUpAt, tooOldAt, whyUseless } from './checks.js';
import { byAge } from './pool-pod.js';
import type { Removal } from './reasons.js';

/** What is known of a pool, gathered once. */
export interface PoolView {
  pool: BrowserPool;
  /** The hash of what its pods are made from now. */
  template: string;
  /** Those that are there, and with which no session has to do. */
  idle: readonly Pod[];
  /** Made and deleted here, and not yet seen. */
  pending: Pending;
  /** It was to be deleted, and nobody answered. */
  isInDoubt: (pod: Pod) => boolean;
  /** Milliseconds of the epoch. */
  now: number;
}

export interface Removed {
  pod: Pod;
  reason: Removal;
}

/** What is to be done, so that the pool is as it is to be. */
export interface Plan {
  create: number;
  remove: readonly Removed[];
  /** In so many milliseconds there may be more to do, if nothing happens before. */
  nextInMs: number;
}

/**
 * Pods of no use go at once: nobody gets them. Those that are too old still serve, one at a time is replaced, and it goes
 * once its successor is ready. Of what is too much go first those that are not ready, and then the oldest.
 */
export const planOf = (view: PoolView): Plan => {
  const { pool, idle, pending, now } = view;
  const judged = idle.map((pod) => ({ pod, reason: whyUseless({ ...view, pod }) }));
  const useless = judged.flatMap(({ pod, reason }) => (reason ? [{ pod, reason }] : []));
  const fit = judged.flatMap(({ pod, reason }) => (reason ? [] : [pod])).sort(byAge);
  const [oldest] = fit;
  const old = oldest && tooOldAt(pool, oldest) <= now ? oldest : undefined;
  const young = old ? fit.slice(1) : fit;
  // Until all that was deleted is seen to go, what is left over can't be counted.
  const surplus = pending.deletions > 0 ? againOf(view, fit) : surplusOf(young, old, pool.spec.replicas);
  return {
    create: Math.max(0, pool.spec.replicas - young.length - pending.creations),
    remove: [...useless, ...surplus],
    // One that is too old already waits for its turn, and not for the time.
    nextInMs: Math.min(...young.map((pod) => changesAt(pool, pod)).filter((at) => at > now)) - now,
  };
};

const surplusOf = (young: readonly Pod[], old: Pod | undefined, replicas: number): Removed[] => {
  const isReplaced = young.filter(isReady).length >= replicas;
  const replaced: Removed[] = old && isReplaced ? [{ pod: old, reason: 'TooOld' }] : [];
  const [unready, ready] = [young.filter((pod) => !isReady(pod)), young.filter(isReady)];
  const excess = Math.max(0, young.length - replicas);
  const least = [...unready.reverse(), ...ready].slice(0, excess);
  return [...replaced, ...least.map((pod) => ({ pod, reason: 'Surplus' }) as const)];
};

/** What may not have been deleted is deleted again: it is the same one, as it was. */
const againOf = ({ pool, isInDoubt, now }: PoolView, fit: readonly Pod[]): Removed[] =>
  fit.filter(isInDoubt).map((pod) => ({ pod, reason: tooOldAt(pool, pod) <= now ? 'TooOld' : 'Surplus' }));

/** When a pod gets too old, or is given up because it does not get ready; milliseconds of the epoch. */
const changesAt = (pool: BrowserPool, pod: Pod): number =>
  Math.min(tooOldAt(pool, pod), isReady(pod) ? Number.POSITIVE_INFINITY : givenUpAt(pod));
