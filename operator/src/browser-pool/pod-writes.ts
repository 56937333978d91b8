import { AlreadyExists, keyText, type ObjectKey, type Pod, type PoolReadyReason, StoreError } from '@tintype/crds';
import type { PoolDependencies } from './dependencies.js';
import type { PoolView } from './plan.js';
import { poolKeyOf, warmPod, warmPodKey } from './pool-pod.js';

/** The largest number of creates at once. */
const maxBatch = 16;

export interface RefillResult {
  /** Why the pool is not complete. */
  reason: PoolReadyReason;
  /** Milliseconds until the pool may create pods. Infinite: it waits for nothing but events. */
  waitMs: number;
  /** The failure that stopped the creates. */
  error?: unknown;
}

/** Creates `count` pods, unless the pool must wait. */
export const refillPods = async (
  dependencies: PoolDependencies,
  view: PoolView,
  count: number,
): Promise<RefillResult> => {
  const waitResult = reasonToWait(dependencies, view);
  if (waitResult && count > 0) return waitResult;
  try {
    await createPods(dependencies, view, count);
    return { reason: 'Starting', waitMs: Number.POSITIVE_INFINITY };
  } catch (error) {
    return { reason: 'CannotCreate', waitMs: Number.POSITIVE_INFINITY, error };
  }
};

/** Every pass must call this function: the pacer notices only by its calls since when clients wait. */
const reasonToWait = (
  { state: { refill }, sessions }: PoolDependencies,
  { pool }: PoolView,
): RefillResult | undefined => {
  const key = keyText(pool.metadata);
  const waits: readonly RefillResult[] = [
    { reason: 'PodsFail', waitMs: refill.backOffMs(key) },
    { reason: 'HeldBack', waitMs: refill.yieldMs(key, sessions.starting(key)) },
    { reason: 'Disputed', waitMs: refill.disputedMs(key) },
  ];
  return waits.find(({ waitMs }) => waitMs > 0);
};

/** Creates batches of 1, 2, 4 and more pods. A server that refuses the first pod does not get hundreds. */
const createPods = async (dependencies: PoolDependencies, view: PoolView, count: number): Promise<void> => {
  for (let made = 0, batch = 1; made < count; made += batch, batch = Math.min(2 * batch, maxBatch)) {
    const creates = Array.from({ length: Math.min(batch, count - made) }, () => createPod(dependencies, view));
    const refused = (await Promise.allSettled(creates)).find(({ status }) => status === 'rejected');
    if (refused?.status === 'rejected') throw refused.reason;
  }
};

const createPod = async (dependencies: PoolDependencies, view: PoolView): Promise<void> => {
  const { store, template, state, newSuffix } = dependencies;
  const { pool } = view;
  const owner = keyText(pool.metadata);
  const key = state.unconfirmed.take(owner) ?? warmPodKey(pool, newSuffix());
  state.expectations.expectCreation(owner, key);
  try {
    await store.create('Pod', warmPod(pool, key, template(pool, key), view.templateHash));
  } catch (error) {
    // An earlier create took effect: expect its pod until the cache shows it.
    if (error instanceof AlreadyExists && !isInCache(dependencies, owner, key)) return;
    state.expectations.withdrawCreation(key);
    if (error instanceof AlreadyExists) return;
    if (!hadNoEffect(error)) state.unconfirmed.add(owner, key);
    throw error;
  }
};

const isInCache = ({ pods }: PoolDependencies, pool: string, { name }: ObjectKey): boolean =>
  pods.unclaimed(pool).some(({ metadata }) => metadata.name === name);

/** True if the failed write certainly changed nothing. */
export const hadNoEffect = (error: unknown): boolean => error instanceof StoreError && error.effect === 'none';

/**
 * Deletes the pod only in the version that was seen. A claim makes a new version, so a claimed pod survives.
 * @throws Conflict if the pod has changed
 */
export const removePod = async ({ store, state }: PoolDependencies, pod: Pod): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = pod.metadata;
  state.expectations.expectDeletion(poolKeyOf(pod) ?? keyText(pod.metadata), pod.metadata);
  try {
    await store.delete('Pod', { namespace, name }, { uid, resourceVersion });
  } catch (error) {
    if (hadNoEffect(error)) state.expectations.withdrawDeletion(uid);
    else state.expectations.doubtDeletion(uid);
    throw error;
  }
};
