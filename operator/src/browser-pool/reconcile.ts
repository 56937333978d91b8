import { isDeepStrictEqual } from 'node:util';
import { type BrowserPool, Conflict, keyText, NotFound, type Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import type { PoolDependencies } from './dependencies.js';
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
  dependencies: PoolDependencies,
  key: string,
  signal?: AbortSignal,
): Promise<{ afterMs: number }> => {
  const pool = dependencies.pools.get(key);
  // Cold pods of a pool that nobody has made.
  if (!pool && dependencies.pods.unclaimed(key).length === 0) return { afterMs: Number.POSITIVE_INFINITY };
  await dependencies.memory.given.know(dependencies.store);
  try {
    if (!pool || pool.metadata.deletionTimestamp) return await dissolve(dependencies, key);
    return await bringAbout(dependencies, pool, signal);
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    return { afterMs: afterConflictMs };
  }
};

const bringAbout = async (dependencies: PoolDependencies, pool: BrowserPool, signal: AbortSignal | undefined) => {
  const view = gather(dependencies, pool);
  tellRefilled(dependencies, view);
  const plan = planOf(view);
  for (const removed of plan.remove) {
    signal?.throwIfAborted();
    await remove(dependencies, pool, removed);
  }
  const { because, waitMs, error } = await refillPods(dependencies, view, plan.create);
  const statusMs = await writeStatus(dependencies, view, because).catch((failure) => {
    throw error ?? failure;
  });
  if (error) throw error;
  const pendingMs = dependencies.memory.expectations.satisfied(keyText(pool.metadata))
    ? Number.POSITIVE_INFINITY
    : unseenMs;
  return { afterMs: Math.min(waitMs, statusMs, pendingMs, plan.nextInMs) };
};

const gather = (dependencies: PoolDependencies, pool: BrowserPool): PoolView => {
  const key = keyText(pool.metadata);
  return {
    pool,
    template: templateHash(pool, dependencies.template),
    idle: idleOf(dependencies, key),
    pending: dependencies.memory.expectations.pending(key),
    isInDoubt: ({ metadata: { uid } }) => dependencies.memory.expectations.isInDoubt(uid),
    now: dependencies.clock.now(),
  };
};

/** Those with which no session has to do. One that is being deleted counts no more. */
const idleOf = ({ pods, memory }: PoolDependencies, key: string): Pod[] =>
  pods.unclaimed(key).filter((pod) => !pod.metadata.deletionTimestamp && !memory.given.isSpokenFor(pod));

const tellRefilled = ({ memory, clock, onRefilled }: PoolDependencies, { pool, idle }: PoolView): void => {
  const key = keyText(pool.metadata);
  const ready = idle.filter(isReady).length;
  const missed = memory.shortages.see(key, pool.spec.replicas, ready, clock.monotonic());
  for (const milliseconds of missed) onRefilled?.(key, milliseconds);
};

const remove = async (dependencies: PoolDependencies, pool: BrowserPool, { pod, reason }: Removed): Promise<void> => {
  if (isTrouble(reason)) dependencies.memory.refill.failed(keyText(pool.metadata), pod.metadata.uid);
  await removePod(dependencies, pod);
  dependencies.recordPool(pool, isTrouble(reason) ? 'Warning' : 'Normal', reason, meaningOf(reason));
};

/** Its pods are garbage: on Kubernetes others see to that, too. */
const dissolve = async (dependencies: PoolDependencies, key: string) => {
  for (const pod of idleOf(dependencies, key)) await removePod(dependencies, pod);
  dependencies.memory.expectations.forget(key);
  dependencies.memory.refill.forget(key);
  dependencies.memory.unsure.forget(key);
  dependencies.memory.shortages.forget(key);
  dependencies.memory.statusAt.delete(key);
  return { afterMs: Number.POSITIVE_INFINITY };
};

/** Answers in how many milliseconds there is more to write. */
const writeStatus = async (
  dependencies: PoolDependencies,
  { pool, idle, now }: PoolView,
  because: State,
): Promise<number> => {
  const key = keyText(pool.metadata);
  const status = statusOf({ pool, idle, claimed: dependencies.pods.claimed(key), because, now });
  if (isDeepStrictEqual(status, pool.status)) return Number.POSITIVE_INFINITY;
  const { statusAt } = dependencies.memory;
  const waitMs = (statusAt.get(key) ?? Number.NEGATIVE_INFINITY) + statusEveryMs - now;
  if (status.observedGeneration === pool.status?.observedGeneration && waitMs > 0) return waitMs;
  await dependencies.store.updateStatus('BrowserPool', { ...pool, status });
  statusAt.set(key, now);
  return Number.POSITIVE_INFINITY;
};
