import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type BrowserPool,
  type BrowserSession,
  isStarting,
  keyText,
  labels,
  type Pod,
  type ResourceStore,
  StoreUnavailable,
} from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores';
import { Expectations } from '../controller/expectations.js';
import { poolKey, sampleTemplate } from '../stages/pool-samples.js';
import type { PoolOutside } from './dependencies.js';
import { GivenPods, podNamedBy } from './given-pods.js';
import { Shortages, UnsureNames } from './pool-memory.js';
import { isUnclaimed } from './pool-pod.js';
import { reconcilePool } from './reconcile.js';
import { Refill } from './refill.js';

const metadata = { namespace: 'default', name: 'default' };
const refused = new StoreUnavailable('there is no room', 'none');

/** A pool in a store, and a leader whose caches are as new as a test makes them. */
const stage = async (replicas: number) => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  await store.create('BrowserPool', {
    ...{ apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata, spec: { replicas } },
  });
  const pods = new Map<string, Pod>();
  const pools = new Map<string, BrowserPool>();
  const sessions = new Map<string, BrowserSession>();
  const naming = (uid: string) => [...sessions.values()].filter((session) => podNamedBy(session) === uid);
  const given = new GivenPods({ get: (key) => sessions.get(key), naming }, clock);
  const memory = {
    given,
    refill: new Refill(clock),
    expectations: new Expectations(clock),
    unsure: new UnsureNames(),
    shortages: new Shortages(),
    statusAt: new Map(),
  };
  const events: string[] = [];
  let made = 0;
  const outside: PoolOutside = {
    ...{ store, pools, memory, clock, template: sampleTemplate },
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
  const hear = async () => {
    const { items } = await store.list('Pod');
    for (const pod of items) {
      memory.expectations.observe(pods.get(keyText(pod.metadata)), pod);
      memory.unsure.observe(undefined, pod);
    }
    for (const [key, pod] of pods) {
      if (items.some((each) => keyText(each.metadata) === key)) continue;
      memory.expectations.observe(pod, undefined);
      pods.delete(key);
    }
    for (const pod of items) pods.set(keyText(pod.metadata), pod);
    for (const pool of (await store.list('BrowserPool')).items) pools.set(keyText(pool.metadata), pool);
  };
  const pass = async () => {
    await hear();
    const { afterMs } = await reconcilePool(outside, poolKey);
    await hear();
    return afterMs;
  };
  return { clock, store, outside, pods, pools, sessions, memory, events, pass };
};

type Stage = Awaited<ReturnType<typeof stage>>;

const names = async ({ store }: Stage) => (await store.list('Pod')).items.map(({ metadata: { name } }) => name);
const statusOf = async ({ store }: Stage) => (await store.get('BrowserPool', metadata))?.status;

const write = async ({ store }: Stage, name: string, change: Partial<Pod['metadata']>, status?: Pod['status']) => {
  const pod = (await store.get('Pod', { namespace: 'default', name })) ?? assert.fail();
  const changed = await store.update('Pod', { ...pod, metadata: { ...pod.metadata, ...change } });
  if (status) await store.updateStatus('Pod', { ...changed, status });
};

const makeReady = (played: Stage, name: string) =>
  write(
    played,
    name,
    {},
    {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: new Date(played.clock.now()).toISOString() }],
    },
  );

const scale = async ({ store }: Stage, replicas: number) => {
  const pool = (await store.get('BrowserPool', metadata)) ?? assert.fail();
  await store.update('BrowserPool', { ...pool, spec: { ...pool.spec, replicas } });
};

describe('the reconcile of a pool', () => {
  it('makes what is missing once, though its cache does not show it', async () => {
    const played = await stage(3);
    played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
    await reconcilePool(played.outside, poolKey);
    await reconcilePool(played.outside, poolKey);
    assert.deepEqual(await names(played), ['default-1', 'default-2', 'default-3']);
  });

  it('says what there is, for people and for what scales it', async () => {
    const played = await stage(1);
    await played.pass();
    await makeReady(played, 'default-1');
    await played.clock.advance(5000);
    await played.pass();
    const { conditions = [], ...counts } = (await statusOf(played)) ?? assert.fail();
    assert.deepEqual(counts, {
      observedGeneration: 1,
      replicas: 1,
      readyReplicas: 1,
      claimedReplicas: 0,
      selector: 'tintype.dev/pool=default,!tintype.dev/session',
    });
    assert.ok(
      conditions.length > 0 && conditions.every(({ status, reason }) => `${status} ${reason}` === 'True Complete'),
    );
  });

  it('writes its status every five seconds at most, but for a new spec at once', async () => {
    const played = await stage(1);
    await played.pass();
    await makeReady(played, 'default-1');
    await played.clock.advance(2000);
    const waitMs = await played.pass();
    assert.ok(waitMs <= 3000);
    const before = await statusOf(played);
    assert.equal(before?.readyReplicas, 0);
    await scale(played, 0);
    await played.pass();
    assert.equal((await statusOf(played))?.observedGeneration, 2);
  });

  it('takes away no pod that was claimed since it was seen', async () => {
    const played = await stage(1);
    await played.pass();
    await scale(played, 0);
    played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
    await write(played, 'default-1', { labels: { [labels.session]: 'sess-1' } });
    const { afterMs } = await reconcilePool(played.outside, poolKey);
    assert.equal(afterMs, 50);
    assert.deepEqual(await names(played), ['default-1']);
  });

  it('takes away no pod that an unfinished session names, and makes another for it', async () => {
    const played = await stage(1);
    await played.pass();
    const { uid } = played.pods.get('default/default-1')?.metadata ?? assert.fail();
    const session = {
      metadata: { ...metadata, name: 'shop', uid: 'session' },
      status: { phase: 'Active', pod: { uid } },
    };
    played.sessions.set('default/shop', session as never);
    await played.pass();
    assert.deepEqual(await names(played), ['default-1', 'default-2']);
    await scale(played, 0);
    await played.pass();
    assert.deepEqual(await names(played), ['default-1']);
  });

  it('starts none while a session waits for its browser, and says why', async () => {
    const played = await stage(1);
    const waiting = { metadata: { ...metadata, name: 'shop', uid: 'session' }, status: { phase: 'Pending' } };
    played.sessions.set('default/shop', waiting as never);
    assert.equal(await played.pass(), 5000);
    assert.deepEqual(await names(played), []);
    assert.equal((await statusOf(played))?.conditions?.[0]?.reason, 'HeldBack');
    played.sessions.clear();
    await played.clock.advance(await played.pass());
    await played.pass();
    assert.deepEqual(await names(played), ['default-1']);
  });

  it('waits longer and longer while its pods fail, and says so', async () => {
    const played = await stage(1);
    const waits: number[] = [];
    for (let time = 1; time <= 3; time++) {
      await played.pass();
      await write(played, `default-${time}`, {}, { phase: 'Failed' });
      await played.pass();
      waits.push(played.memory.refill.backOffMs(poolKey));
      await played.clock.advance(waits.at(-1) ?? 0);
    }
    assert.deepEqual(waits, [1000, 2000, 4000]);
    assert.deepEqual([...new Set(played.events)], ['Warning PodEnded']);
  });

  it('replaces a pod that no node has room for, and waits for no longer than for the first', async () => {
    const played = await stage(1);
    await played.pass();
    for (let time = 0; time < 3; time++) {
      await played.clock.advance(300_000);
      await played.pass();
      await played.clock.advance(1000);
      await played.pass();
    }
    assert.deepEqual(await names(played), ['default-4']);
    assert.equal(played.memory.refill.backOffMs(poolKey), 0);
    assert.deepEqual([...new Set(played.events)], ['Normal NoRoom']);
  });

  it('asks for one pod when pods are refused, says that, and fails', async () => {
    const played = await stage(8);
    let asked = 0;
    const create = async () => {
      asked += 1;
      throw refused;
    };
    const outside = { ...played.outside, store: { ...callsOf(played.store), create } };
    played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
    await assert.rejects(reconcilePool(outside, poolKey), refused);
    assert.equal(asked, 1);
    const [condition] = (await statusOf(played))?.conditions ?? [];
    assert.equal(condition?.reason, 'CannotCreate');
    assert.equal(played.memory.expectations.satisfied(poolKey), true);
  });

  it('asks for the same pod again when a create got no answer, and makes no other', async () => {
    const played = await stage(1);
    const { store } = played;
    let lost = 2;
    const create: ResourceStore['create'] = async (...call) => {
      const worked = lost === 1 ? store.create(...call) : undefined;
      await worked;
      lost -= 1;
      if (lost >= 0) throw new StoreUnavailable('no answer', 'unknown');
      return store.create(...call);
    };
    const outside = { ...played.outside, store: { ...callsOf(store), create } };
    played.pools.set(poolKey, (await store.get('BrowserPool', metadata)) ?? assert.fail());
    await assert.rejects(reconcilePool(outside, poolKey), StoreUnavailable);
    await assert.rejects(reconcilePool(outside, poolKey), StoreUnavailable);
    await reconcilePool(outside, poolKey);
    assert.deepEqual(await names(played), ['default-1']);
    assert.deepEqual(played.memory.expectations.pending(poolKey), { creations: 1, deletions: 0 });
    await played.pass();
    assert.deepEqual(await names(played), ['default-1']);
  });

  for (const was of ['done', 'not done'])
    it(`deletes the same pod again when there was no answer, and no other: it was ${was}`, async () => {
      const played = await stage(2);
      await played.pass();
      await scale(played, 1);
      let asked = 0;
      const remove: ResourceStore['delete'] = async (...call) => {
        asked += 1;
        if (asked > 1 || was === 'done') await played.store.delete(...call);
        if (asked === 1) throw new StoreUnavailable('no answer', 'unknown');
        return undefined;
      };
      const outside = { ...played.outside, store: { ...callsOf(played.store), delete: remove } };
      played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
      await assert.rejects(reconcilePool(outside, poolKey), StoreUnavailable);
      for (let time = 0; time < 2; time++) await reconcilePool(outside, poolKey);
      assert.deepEqual([asked, await names(played)], [2, ['default-1']]);
      await played.pass();
      assert.ok(played.memory.expectations.satisfied(poolKey));
    });

  it('takes its pods away when it is gone', async () => {
    const played = await stage(2);
    await played.pass();
    await played.store.delete('BrowserPool', metadata);
    played.pools.clear();
    await reconcilePool(played.outside, poolKey);
    assert.deepEqual(await names(played), []);
  });
});

const callsOf = (store: MemoryStore): ResourceStore => ({
  get: (...call) => store.get(...call),
  list: (...call) => store.list(...call),
  watch: (...call) => store.watch(...call),
  create: (...call) => store.create(...call),
  update: (...call) => store.update(...call),
  updateStatus: (...call) => store.updateStatus(...call),
  delete: (...call) => store.delete(...call),
});
