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
  GivenPods,
  isUnclaimed,
  type PodSource,
  type PoolDependencies,
  type PoolMemory,
  podNamedBy,
  poolKeyOf,
  poolOfSession,
  Refill,
  reconcilePool,
  Shortages,
  UnsureNames,
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
  readonly memory: PoolMemory;
  readonly #world: World;
  readonly #caches: PlayedCaches;

  constructor(world: World, caches: PlayedCaches) {
    const { clock } = world;
    const naming = (uid: string) => [...caches.BrowserSession.values()].filter((each) => podNamedBy(each) === uid);
    const given = new GivenPods({ get: (key) => caches.BrowserSession.get(key), naming }, clock);
    this.#world = world;
    this.#caches = caches;
    this.memory = {
      given,
      expectations: new Expectations(clock),
      refill: new Refill(clock),
      unsure: new UnsureNames(),
      shortages: new Shortages(),
      statusAt: new Map(),
    };
  }

  observe(previous: Pod | undefined, current: Pod | undefined): void {
    this.memory.given.observe(previous, current);
    this.memory.expectations.observe(previous, current);
    this.memory.refill.observe(previous, current);
    this.memory.unsure.observe(previous, current);
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
    const given = new GivenPods({ get: () => undefined, naming: () => [] }, this.#world.clock);
    const list: ResourceStore['list'] = async () => ({ items: [], resourceVersion: '' });
    return { ...this.dependencies({ ...store, list }), memory: { ...this.memory, given } };
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
      memory: this.memory,
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
