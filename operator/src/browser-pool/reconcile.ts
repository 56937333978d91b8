import { isDeepStrictEqual } from 'node:util';
import { type BrowserPool, Conflict, keyText, NotFound, type Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import type { PoolOutside } from './dependencies.js';
import { type PoolView, planOf, type Removed } from './plan.js';
import { refillPods, removePod } from './pod-writes.js';
import { templateHash } from './pool-pod.js';
import { isTrouble, meaningOf, type State } from './reasons.js';
import { statusOf } from './status.js';

/** It counts pods that come and go with every session, and is written no more often than so, but for a new spec. */
const statusEveryMs = 5000;

/** So often it is looked whether a write of unknown effect, which nobody has seen, is given up. */
const unseenMs = 60_000;

/** The cache will have what somebody else has written by then. */
const afterConflictMs = 50;

/**
 * Brings a pool to as many warm pods as it is to have. It takes away no pod that a session has claimed, since it asks for
 * the version that it saw, and none that an unfinished session is known to name. May stop, fail or be repeated at any call.
 * @param key of the pool, as `keyText` has it
 * @returns when to look again, if nothing that is watched happens before
 */
export const reconcilePool = async (
  outside: PoolOutside,
  key: string,
  signal?: AbortSignal,
): Promise<{ afterMs: number }> => {
  const pool = outside.pools.get(key);
  // Cold pods of a pool that nobody has made.
  if (!pool && outside.pods.unclaimed(key).length === 0) return { afterMs: Number.POSITIVE_INFINITY };
  await outside.memory.given.know(outside.store);
  try {
    if (!pool || pool.metadata.deletionTimestamp) return await dissolve(outside, key);
    return await bringAbout(outside, pool, signal);
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    return { afterMs: afterConflictMs };
  }
};

const bringAbout = async (outside: PoolOutside, pool: BrowserPool, signal: AbortSignal | undefined) => {
  const view = gather(outside, pool);
  tellRefilled(outside, view);
  const plan = planOf(view);
  for (const removed of plan.remove) {
    signal?.throwIfAborted();
    await remove(outside, pool, removed);
  }
  const { because, waitMs, error } = await refillPods(outside, view, plan.create);
  const statusMs = await writeStatus(outside, view, because).catch((failure) => {
    throw error ?? failure;
  });
  if (error) throw error;
  const pendingMs = outside.memory.expectations.satisfied(keyText(pool.metadata)) ? Number.POSITIVE_INFINITY : unseenMs;
  return { afterMs: Math.min(waitMs, statusMs, pendingMs, plan.nextInMs) };
};

const gather = (outside: PoolOutside, pool: BrowserPool): PoolView => {
  const key = keyText(pool.metadata);
  return {
    pool,
    template: templateHash(pool, outside.template),
    idle: idleOf(outside, key),
    pending: outside.memory.expectations.pending(key),
    isInDoubt: ({ metadata: { uid } }) => outside.memory.expectations.isInDoubt(uid),
    now: outside.clock.now(),
  };
};

/** Those with which no session has to do. One that is being deleted counts no more. */
const idleOf = ({ pods, memory }: PoolOutside, key: string): Pod[] =>
  pods.unclaimed(key).filter((pod) => !pod.metadata.deletionTimestamp && !memory.given.isSpokenFor(pod));

const tellRefilled = ({ memory, clock, onRefilled }: PoolOutside, { pool, idle }: PoolView): void => {
  const key = keyText(pool.metadata);
  const ready = idle.filter(isReady).length;
  const missed = memory.shortages.see(key, pool.spec.replicas, ready, clock.monotonic());
  for (const milliseconds of missed) onRefilled?.(key, milliseconds);
};

const remove = async (outside: PoolOutside, pool: BrowserPool, { pod, reason }: Removed): Promise<void> => {
  if (isTrouble(reason)) outside.memory.refill.failed(keyText(pool.metadata), pod.metadata.uid);
  await removePod(outside, pod);
  outside.recordPool(pool, isTrouble(reason) ? 'Warning' : 'Normal', reason, meaningOf(reason));
};

/** Its pods are garbage: on Kubernetes others see to that, too. */
const dissolve = async (outside: PoolOutside, key: string) => {
  for (const pod of idleOf(outside, key)) await removePod(outside, pod);
  outside.memory.expectations.forget(key);
  outside.memory.refill.forget(key);
  outside.memory.unsure.forget(key);
  outside.memory.shortages.forget(key);
  outside.memory.statusAt.delete(key);
  return { afterMs: Number.POSITIVE_INFINITY };
};

/** Answers in how many milliseconds there is more to write. */
const writeStatus = async (outside: PoolOutside, { pool, idle, now }: PoolView, because: State): Promise<number> => {
  const key = keyText(pool.metadata);
  const status = statusOf({ pool, idle, claimed: outside.pods.claimed(key), because, now });
  if (isDeepStrictEqual(status, pool.status)) return Number.POSITIVE_INFINITY;
  const { statusAt } = outside.memory;
  const waitMs = (statusAt.get(key) ?? Number.NEGATIVE_INFINITY) + statusEveryMs - now;
  if (status.observedGeneration === pool.status?.observedGeneration && waitMs > 0) return waitMs;
  await outside.store.updateStatus('BrowserPool', { ...pool, status });
  statusAt.set(key, now);
  return Number.POSITIVE_INFINITY;
};
