import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labels, type ResourceStore, StoreUnavailable } from '@tintype/crds';
import {
  callsOf,
  makeReady,
  metadata,
  podNames,
  poolFixture,
  refusal,
  scale,
  statusOf,
  writePod,
} from '../fixtures/pool-fixture.js';
import { poolKey } from '../fixtures/pool-samples.js';
import { reconcilePool } from './reconcile.js';

describe('the reconcile of a pool', () => {
  it('creates missing pods once, although its cache does not show them yet', async () => {
    const played = await poolFixture(3);
    played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
    await reconcilePool(played.dependencies, poolKey);
    await reconcilePool(played.dependencies, poolKey);
    assert.deepEqual(await podNames(played), ['default-1', 'default-2', 'default-3']);
  });

  it('writes its numbers and conditions into the status', async () => {
    const played = await poolFixture(1);
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
      waitingSessions: 0,
      selector: 'tintype.dev/pool=default,!tintype.dev/session',
    });
    assert.ok(
      conditions.length > 0 && conditions.every(({ status, reason }) => `${status} ${reason}` === 'True Complete'),
    );
  });

  it('writes its status every five seconds at most, but for a new spec at once', async () => {
    const played = await poolFixture(1);
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

  it('deletes no pod that was claimed after it was seen', async () => {
    const played = await poolFixture(1);
    await played.pass();
    await scale(played, 0);
    played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
    await writePod(played, 'default-1', { labels: { [labels.session]: 'sess-1' } });
    const { afterMs } = await reconcilePool(played.dependencies, poolKey);
    assert.equal(afterMs, 50);
    assert.deepEqual(await podNames(played), ['default-1']);
  });

  it('deletes no pod that an unfinished session names, and creates another one', async () => {
    const played = await poolFixture(1);
    await played.pass();
    const { uid } = played.pods.get('default/default-1')?.metadata ?? assert.fail();
    const session = {
      metadata: { ...metadata, name: 'shop', uid: 'session' },
      status: { phase: 'Active', pod: { uid } },
    };
    played.sessions.set('default/shop', session as never);
    await played.pass();
    assert.deepEqual(await podNames(played), ['default-1', 'default-2']);
    await scale(played, 0);
    await played.pass();
    assert.deepEqual(await podNames(played), ['default-1']);
  });

  it('starts no browser in the first 100 ms in which a session waits, and says why', async () => {
    const played = await poolFixture(1);
    const waiting = { metadata: { ...metadata, name: 'shop', uid: 'session' }, status: { phase: 'Pending' } };
    played.sessions.set('default/shop', waiting as never);
    assert.equal(await played.pass(), 100);
    assert.deepEqual(await podNames(played), []);
    assert.equal((await statusOf(played))?.conditions?.[0]?.reason, 'HeldBack');
    await played.clock.advance(100);
    await played.pass();
    assert.deepEqual(await podNames(played), ['default-1']);
  });

  it('starts a browser at once when no session waits any more', async () => {
    const played = await poolFixture(1);
    const waiting = { metadata: { ...metadata, name: 'shop', uid: 'session' }, status: { phase: 'Pending' } };
    played.sessions.set('default/shop', waiting as never);
    await played.pass();
    assert.equal((await statusOf(played))?.waitingSessions, 1);
    played.sessions.clear();
    await played.pass();
    assert.deepEqual(await podNames(played), ['default-1']);
  });

  it('backs off while its pods fail, and says so', async () => {
    const played = await poolFixture(1);
    const waits: number[] = [];
    for (let time = 1; time <= 3; time++) {
      await played.pass();
      await writePod(played, `default-${time}`, {}, { phase: 'Failed' });
      await played.pass();
      waits.push(played.state.refill.backOffMs(poolKey));
      await played.clock.advance(waits.at(-1) ?? 0);
    }
    assert.deepEqual(waits, [1000, 2000, 4000]);
    assert.deepEqual([...new Set(played.events)], ['Warning PodEnded']);
  });

  it('replaces a pod for which no node has capacity, without back-off', async () => {
    const played = await poolFixture(1);
    await played.pass();
    for (let time = 0; time < 3; time++) {
      await played.clock.advance(300_000);
      await played.pass();
      await played.clock.advance(1000);
      await played.pass();
    }
    assert.deepEqual(await podNames(played), ['default-4']);
    assert.equal(played.state.refill.backOffMs(poolKey), 0);
    assert.deepEqual([...new Set(played.events)], ['Normal NoRoom']);
  });

  it('creates one pod at a time while the server refuses pods, says so, and fails', async () => {
    const played = await poolFixture(8);
    let asked = 0;
    const create = async () => {
      asked += 1;
      throw refusal;
    };
    const dependencies = { ...played.dependencies, store: { ...callsOf(played.store), create } };
    played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
    await assert.rejects(reconcilePool(dependencies, poolKey), refusal);
    assert.equal(asked, 1);
    const [condition] = (await statusOf(played))?.conditions ?? [];
    assert.equal(condition?.reason, 'CannotCreate');
    assert.equal(played.state.expectations.isSatisfied(poolKey), true);
  });

  it('repeats a create without an answer under the same name', async () => {
    const played = await poolFixture(1);
    const { store } = played;
    let lost = 2;
    const create: ResourceStore['create'] = async (...call) => {
      const worked = lost === 1 ? store.create(...call) : undefined;
      await worked;
      lost -= 1;
      if (lost >= 0) throw new StoreUnavailable('no answer', 'unknown');
      return store.create(...call);
    };
    const dependencies = { ...played.dependencies, store: { ...callsOf(store), create } };
    played.pools.set(poolKey, (await store.get('BrowserPool', metadata)) ?? assert.fail());
    await assert.rejects(reconcilePool(dependencies, poolKey), StoreUnavailable);
    await assert.rejects(reconcilePool(dependencies, poolKey), StoreUnavailable);
    await reconcilePool(dependencies, poolKey);
    assert.deepEqual(await podNames(played), ['default-1']);
    assert.deepEqual(played.state.expectations.pending(poolKey), { creations: 1, deletions: 0 });
    await played.pass();
    assert.deepEqual(await podNames(played), ['default-1']);
  });

  for (const was of ['done', 'not done'])
    it(`deletes the same pod again when there was no answer, and no other: it was ${was}`, async () => {
      const played = await poolFixture(2);
      await played.pass();
      await scale(played, 1);
      let asked = 0;
      const remove: ResourceStore['delete'] = async (...call) => {
        asked += 1;
        if (asked > 1 || was === 'done') await played.store.delete(...call);
        if (asked === 1) throw new StoreUnavailable('no answer', 'unknown');
        return undefined;
      };
      const dependencies = { ...played.dependencies, store: { ...callsOf(played.store), delete: remove } };
      played.pools.set(poolKey, (await played.store.get('BrowserPool', metadata)) ?? assert.fail());
      await assert.rejects(reconcilePool(dependencies, poolKey), StoreUnavailable);
      for (let time = 0; time < 2; time++) await reconcilePool(dependencies, poolKey);
      assert.deepEqual([asked, await podNames(played)], [2, ['default-1']]);
      await played.pass();
      assert.ok(played.state.expectations.isSatisfied(poolKey));
    });

  it('deletes the pods of a pool that is gone', async () => {
    const played = await poolFixture(2);
    await played.pass();
    await played.store.delete('BrowserPool', metadata);
    played.pools.clear();
    await reconcilePool(played.dependencies, poolKey);
    assert.deepEqual(await podNames(played), []);
  });
});
