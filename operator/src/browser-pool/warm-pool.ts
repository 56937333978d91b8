import { type BrowserPool, type BrowserSession, keyText, type Pod } from '@tintype/crds';
import type { PodCache, PodSource } from '../browser-session/pass/dependencies.js';
import { sessionUid } from '../browser-session/pods/pod-state.js';
import { coldPodNames } from '../browser-session/pods/resources.js';
import { whyUnavailable } from './checks.js';
import type { PoolDependencies } from './dependencies.js';
import { byAge, templateHash } from './pool-pod.js';

export interface WarmPoolOptions
  extends Omit<PoolDependencies, 'sessions' | 'recordPool' | 'onRefilled' | 'newSuffix'> {
  /** Pods by key, as last seen or written. */
  cache: PodCache;
  /** The source for sessions without a warm pod, or without a pool. */
  cold: PodSource;
  /**
   * Called once per attempt, and again after a cold pod could not be created. `pool` is a key, or undefined if the pool
   * does not exist.
   */
  onAssigned?: (pool: string | undefined, kind: 'warm' | 'cold') => void;
}

/**
 * Gives a session the oldest ready pod of its pool that no other session has, else a cold one. An earlier leader may
 * choose the same pod for another session. The first claim wins, and the other session gets another pod.
 */
export class WarmPool implements PodSource {
  readonly #options: WarmPoolOptions;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
  }

  async podFor(session: BrowserSession, attempt: number): Promise<Pod> {
    const { cold, state, store, onAssigned } = this.#options;
    const poolKey = keyText({ namespace: session.metadata.namespace, name: session.spec.pool });
    const pool = this.#options.pools.get(poolKey);
    if (this.#hasColdPod(session, attempt)) return cold.podFor(session, attempt);
    if (pool) await state.reserved.load(store);
    const warm = pool && this.#warmPod(pool, session, attempt);
    if (!warm) {
      onAssigned?.(pool && poolKey, 'cold');
      return cold.podFor(session, attempt);
    }
    if (state.reserved.reservedPod(session, attempt) !== warm.metadata.uid) onAssigned?.(poolKey, 'warm');
    state.reserved.reserve(warm, session, attempt);
    return warm;
  }

  /** True if an earlier pass created a cold pod, and could not write the session's status. */
  #hasColdPod(session: BrowserSession, attempt: number): boolean {
    const { namespace, uid } = session.metadata;
    const pods = coldPodNames(session, attempt).map((name) => this.#options.cache.get({ namespace, name }));
    return pods.some((pod) => pod && sessionUid(pod) === uid);
  }

  #warmPod(pool: BrowserPool, session: BrowserSession, attempt: number): Pod | undefined {
    const { pods, state, template: templateFor, clock } = this.#options;
    const isReserved = (pod: Pod) => state.reserved.isReserved(pod, session);
    const facts = { pool, templateHash: templateHash(pool, templateFor), now: clock.now(), isReserved };
    const isFree = (pod: Pod) => !whyUnavailable({ ...facts, pod });
    const cached = pods.unclaimed(keyText(pool.metadata)).flatMap((pod) => this.#latest(pod));
    // The pod of an earlier attempt does not serve again.
    const others = cached.filter(({ metadata: { uid } }) => uid !== session.status?.pod?.uid).sort(byAge);
    const reservedUid = state.reserved.reservedPod(session, attempt);
    return others.find((pod) => pod.metadata.uid === reservedUid && isFree(pod)) ?? others.find(isFree);
  }

  /** The latest version of the pod; empty if it is gone. The informer may lack this operator's writes. */
  #latest({ metadata }: Pod): Pod[] {
    const pod = this.#options.cache.get(metadata);
    return pod?.metadata.uid === metadata.uid ? [pod] : [];
  }
}
