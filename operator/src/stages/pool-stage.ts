import assert from 'node:assert/strict';
import {
  type BrowserPool,
  type BrowserSession,
  isStarting,
  keyText,
  type Pod,
  type ResourceStore,
  StoreUnavailable,
} from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import type { PoolDependencies } from '../browser-pool/dependencies.js';
import { isUnclaimed } from '../browser-pool/pool-pod.js';
import { type PoolState, Shortages, UnconfirmedNames } from '../browser-pool/pool-state.js';
import { reconcilePool } from '../browser-pool/reconcile.js';
import { RefillPacer } from '../browser-pool/refill-pacer.js';
import { podNamedBy, ReservedPods } from '../browser-pool/reserved-pods.js';
import { Expectations } from '../controller/expectations.js';
import { poolKey, sampleTemplate } from './pool-samples.js';

export const metadata = { namespace: 'default', name: 'default' };
export const refused = new StoreUnavailable('there is no room', 'none');

const memoryOf = (clock: PlayedClock, sessions: ReadonlyMap<string, BrowserSession>): PoolState => {
  const naming = (uid: string) => [...sessions.values()].filter((session) => podNamedBy(session) === uid);
  return {
    reserved: new ReservedPods({ get: (key) => sessions.get(key), naming }, clock),
    refill: new RefillPacer(clock),
    expectations: new Expectations(clock),
    unconfirmed: new UnconfirmedNames(),
    shortages: new Shortages(),
    statusAt: new Map(),
  };
};

/** The caches of a leader; a test decides how old they are. */
class Caches {
  readonly pods = new Map<string, Pod>();
  readonly pools = new Map<string, BrowserPool>();
  readonly sessions = new Map<string, BrowserSession>();

  /** Reads pods and pools from the store, and reports changes of pods. */
  async refresh(store: MemoryStore, { expectations, unconfirmed }: PoolState): Promise<void> {
    const { items } = await store.list('Pod');
    for (const pod of items) {
      expectations.observe(this.pods.get(keyText(pod.metadata)), pod);
      unconfirmed.observe(undefined, pod);
    }
    for (const [key, pod] of this.pods) {
      if (items.some((each) => keyText(each.metadata) === key)) continue;
      expectations.observe(pod, undefined);
      this.pods.delete(key);
    }
    for (const pod of items) this.pods.set(keyText(pod.metadata), pod);
    for (const pool of (await store.list('BrowserPool')).items) this.pools.set(keyText(pool.metadata), pool);
  }
}

/** A pool of `replicas` pods in a store, and a leader on a played clock. */
export const poolStage = async (replicas: number) => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  const pool = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata, spec: { replicas } } as const;
  await store.create('BrowserPool', pool);
  const caches = new Caches();
  const { pods, pools, sessions } = caches;
  const state = memoryOf(clock, sessions);
  const events: string[] = [];
  let made = 0;
  const dependencies: PoolDependencies = {
    store,
    pools,
    state,
    clock,
    template: sampleTemplate,
    pods: {
      unclaimed: () => [...pods.values()].filter(isUnclaimed),
      claimed: () => [...pods.values()].filter((pod) => !isUnclaimed(pod)).length,
    },
    sessions: { starting: () => [...sessions.values()].filter(isStarting).length },
    recordPool: (_, type, reason) => void events.push(`${type} ${reason}`),
    newSuffix: () => {
      made += 1;
      return String(made);
    },
  };
  const pass = async () => {
    await caches.refresh(store, state);
    const { afterMs } = await reconcilePool(dependencies, poolKey);
    await caches.refresh(store, state);
    return afterMs;
  };
  return { clock, store, dependencies, pods, pools, sessions, state, events, pass };
};

export type Stage = Awaited<ReturnType<typeof poolStage>>;

export const names = async ({ store }: Stage) => (await store.list('Pod')).items.map(({ metadata: { name } }) => name);
export const statusOf = async ({ store }: Stage) => (await store.get('BrowserPool', metadata))?.status;

export const write = async (
  { store }: Stage,
  name: string,
  change: Partial<Pod['metadata']>,
  status?: Pod['status'],
) => {
  const pod = (await store.get('Pod', { namespace: 'default', name })) ?? assert.fail();
  const changed = await store.update('Pod', { ...pod, metadata: { ...pod.metadata, ...change } });
  if (status) await store.updateStatus('Pod', { ...changed, status });
};

export const makeReady = (played: Stage, name: string) =>
  write(
    played,
    name,
    {},
    {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: new Date(played.clock.now()).toISOString() }],
    },
  );

export const scale = async ({ store }: Stage, replicas: number) => {
  const pool = (await store.get('BrowserPool', metadata)) ?? assert.fail();
  await store.update('BrowserPool', { ...pool, spec: { ...pool.spec, replicas } });
};

/** The calls of a store, to replace one of them. */
export const callsOf = (store: MemoryStore): ResourceStore => ({
  get: (...call) => store.get(...call),
  list: (...call) => store.list(...call),
  watch: (...call) => store.watch(...call),
  create: (...call) => store.create(...call),
  update: (...call) => store.update(...call),
  updateStatus: (...call) => store.updateStatus(...call),
  delete: (...call) => store.delete(...call),
});
