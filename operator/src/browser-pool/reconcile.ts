import { isDeepStrictEqual } from 'node:util';
import { type BrowserPool, Conflict, keyText, NotFound, type Pod, type PoolReadyReason } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import type { PoolDependencies } from './dependencies.js';
import { type PodRemoval, type PoolView, planOf } from './plan.js';
import { refillPods, removePod } from './pod-writes.js';
import { templateHash } from './pool-pod.js';
import { isTrouble, messageOf } from './reasons.js';
import { statusOf } from './status.js';

/** Every session changes the counts in the status. So writes are at least 5 s apart, except after a new spec. */
const statusEveryMs = 5000;

/** How often to check whether an expected write has expired that the cache never showed. */
const expectationCheckMs = 60_000;

const retryAfterConflictMs = 50;

/**
 * Brings a pool to its number of warm pods. A delete names the version that was seen, so a pod that was claimed since
 * survives. No pod that an unfinished session names is deleted. A pass may stop or fail at any call, and can run again.
 * @param key of the pool
 * @returns when to look again, unless an event comes first
 */
export const reconcilePool = async (
  dependencies: PoolDependencies,
  key: string,
  signal?: AbortSignal,
): Promise<{ afterMs: number }> => {
  const pool = dependencies.pools.get(key);
  // The pool does not exist, and has no warm pods to remove.
  if (!pool && dependencies.pods.unclaimed(key).length === 0) return { afterMs: Number.POSITIVE_INFINITY };
  await dependencies.state.reserved.load(dependencies.store);
  try {
    if (!pool || pool.metadata.deletionTimestamp) return await removeAll(dependencies, key);
    return await reconcileExisting(dependencies, pool, signal);
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    return { afterMs: retryAfterConflictMs };
  }
};

const reconcileExisting = async (
  dependencies: PoolDependencies,
  pool: BrowserPool,
  signal: AbortSignal | undefined,
) => {
  const view = gather(dependencies, pool);
  reportRefills(dependencies, view);
  const plan = planOf(view);
  for (const removal of plan.remove) {
    signal?.throwIfAborted();
    await remove(dependencies, pool, removal);
  }
  const { reason, waitMs, error } = await refillPods(dependencies, view, plan.create);
  const statusMs = await writeStatus(dependencies, view, reason).catch((failure) => {
    throw error ?? failure;
  });
  if (error) throw error;
  const expectationMs = dependencies.state.expectations.isSatisfied(keyText(pool.metadata))
    ? Number.POSITIVE_INFINITY
    : expectationCheckMs;
  return { afterMs: Math.min(waitMs, statusMs, expectationMs, plan.nextInMs) };
};

const gather = (dependencies: PoolDependencies, pool: BrowserPool): PoolView => {
  const key = keyText(pool.metadata);
  return {
    pool,
    templateHash: templateHash(pool, dependencies.template),
    idle: idleOf(dependencies, key),
    pending: dependencies.state.expectations.pending(key),
    isInDoubt: ({ metadata: { uid } }) => dependencies.state.expectations.isInDoubt(uid),
    now: dependencies.clock.now(),
  };
};

/** Unclaimed and unreserved pods that are not being deleted. */
const idleOf = ({ pods, state }: PoolDependencies, key: string): Pod[] =>
  pods.unclaimed(key).filter((pod) => !pod.metadata.deletionTimestamp && !state.reserved.isReserved(pod));

const reportRefills = ({ state, clock, onRefilled }: PoolDependencies, { pool, idle }: PoolView): void => {
  const key = keyText(pool.metadata);
  const ready = idle.filter(isReady).length;
  const missingMs = state.shortages.update(key, pool.spec.replicas, ready, clock.monotonic());
  for (const milliseconds of missingMs) onRefilled?.(key, milliseconds);
};

const remove = async (
  dependencies: PoolDependencies,
  pool: BrowserPool,
  { pod, reason }: PodRemoval,
): Promise<void> => {
  if (isTrouble(reason)) dependencies.state.refill.failed(keyText(pool.metadata), pod.metadata.uid);
  await removePod(dependencies, pod);
  dependencies.recordPool(pool, isTrouble(reason) ? 'Warning' : 'Normal', reason, messageOf(reason));
};

/** Deletes the idle pods of a deleted pool. On Kubernetes, the garbage collector deletes them, too. */
const removeAll = async (dependencies: PoolDependencies, key: string) => {
  for (const pod of idleOf(dependencies, key)) await removePod(dependencies, pod);
  dependencies.state.expectations.forget(key);
  dependencies.state.refill.forget(key);
  dependencies.state.unconfirmed.forget(key);
  dependencies.state.shortages.forget(key);
  dependencies.state.statusAt.delete(key);
  return { afterMs: Number.POSITIVE_INFINITY };
};

/** Writes the status if it has changed and a write is due. Returns the milliseconds until a delayed write is due. */
const writeStatus = async (
  dependencies: PoolDependencies,
  { pool, idle, now }: PoolView,
  reason: PoolReadyReason,
): Promise<number> => {
  const key = keyText(pool.metadata);
  const { pods, sessions } = dependencies;
  const status = statusOf({ pool, idle, claimed: pods.claimed(key), waiting: sessions.starting(key), reason, now });
  if (isDeepStrictEqual(status, pool.status)) return Number.POSITIVE_INFINITY;
  const { statusAt } = dependencies.state;
  const waitMs = (statusAt.get(key) ?? Number.NEGATIVE_INFINITY) + statusEveryMs - now;
  if (status.observedGeneration === pool.status?.observedGeneration && waitMs > 0) return waitMs;
  await dependencies.store.updateStatus('BrowserPool', { ...pool, status });
  statusAt.set(key, now);
  return Number.POSITIVE_INFINITY;
};
