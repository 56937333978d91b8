import {
  type BrowserPool,
  type BrowserSession,
  isStarting,
  keyText,
  type Pod,
  type ResourceStore,
} from '@tintype/crds';
import {
  ColdStart,
  Expectations,
  isUnclaimed,
  type PodSource,
  type PoolDependencies,
  type PoolState,
  podNamedBy,
  poolKeyOf,
  poolOfSession,
  RefillPacer,
  ReservedPods,
  reconcilePool,
  Shortages,
  UnconfirmedNames,
  WarmPool,
} from '@tintype/operator/testing';
import type { World } from './world.js';

export interface PlayedCaches {
  BrowserSession: ReadonlyMap<string, BrowserSession>;
  Pod: ReadonlyMap<string, Pod>;
  BrowserPool: ReadonlyMap<string, BrowserPool>;
}

/** Only the labels follow the pool's spec, so that a template can change. */
const template: PoolDependencies['template'] = (pool) => ({
  labels: pool?.spec.template?.labels ?? {},
  annotations: {},
  spec: { containers: [{ name: 'browser', image: 'browser' }], nodeName: 'node-1' },
});

/** The warm pools of one operator process, on its caches. */
export class PlayedPools {
  readonly memory: PoolState;
  readonly #world: World;
  readonly #caches: PlayedCaches;

  constructor(world: World, caches: PlayedCaches) {
    const { clock } = world;
    const naming = (uid: string) => [...caches.BrowserSession.values()].filter((each) => podNamedBy(each) === uid);
    const reserved = new ReservedPods({ get: (key) => caches.BrowserSession.get(key), naming }, clock);
    this.#world = world;
    this.#caches = caches;
    this.memory = {
      reserved,
      expectations: new Expectations(clock),
      refill: new RefillPacer(clock),
      unconfirmed: new UnconfirmedNames(),
      shortages: new Shortages(),
      statusAt: new Map(),
    };
  }

  observe(previous: Pod | undefined, current: Pod | undefined): void {
    this.memory.reserved.observe(previous, current);
    this.memory.expectations.observe(previous, current);
    this.memory.refill.observe(previous, current);
    this.memory.unconfirmed.observe(previous, current);
  }

  /** Gives pods to sessions, and records which. */
  source(store: ResourceStore): PodSource {
    const cold = new ColdStart(store, () => template(undefined, { namespace: '', name: '' }));
    const cache = { get: (key: { namespace: string; name: string }) => this.#caches.Pod.get(keyText(key)) };
    if (this.#world.ignoresGivenPods)
      return { podFor: (...call) => new WarmPool({ ...this.#withoutGivenPods(store), cache, cold }).podFor(...call) };
    const warm = new WarmPool({ ...this.dependencies(store), cache, cold });
    return {
      podFor: async (session, attempt) => {
        const pod = await warm.podFor(session, attempt);
        this.#world.violations.podGiven(pod, session, this.#caches);
        return pod;
      },
    };
  }

  /** Forgets which session got which pod, as a new leader would. */
  #withoutGivenPods(store: ResourceStore): PoolDependencies {
    const reserved = new ReservedPods({ get: () => undefined, naming: () => [] }, this.#world.clock);
    const list: ResourceStore['list'] = async () => ({ items: [], resourceVersion: '' });
    return { ...this.dependencies({ ...store, list }), state: { ...this.memory, reserved } };
  }

  reconcile(store: ResourceStore, key: string): Promise<{ afterMs: number }> {
    return reconcilePool(this.dependencies(store), key);
  }

  dependencies(store: ResourceStore): PoolDependencies {
    const { Pod: pods, BrowserPool: pools, BrowserSession: sessions } = this.#caches;
    const of = (pool: string) => [...pods.values()].filter((pod) => poolKeyOf(pod) === pool);
    return {
      store,
      template,
      state: this.memory,
      clock: this.#world.clock,
      pools,
      pods: {
        unclaimed: (pool) => of(pool).filter(isUnclaimed),
        claimed: (pool) => of(pool).filter((pod) => !isUnclaimed(pod)).length,
      },
      sessions: {
        starting: (pool) =>
          [...sessions.values()].filter((each) => isStarting(each) && poolOfSession(each) === pool).length,
      },
      recordPool: () => undefined,
      newSuffix: () => this.#world.nextSuffix(),
    };
  }
}
