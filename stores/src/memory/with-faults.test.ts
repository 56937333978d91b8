import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Conflict,
  type Effect,
  Expired,
  type Pod,
  type ResourceStore,
  type StoreError,
  StoreUnavailable,
  Throttled,
  type WatchEvent,
} from '@tintype/crds';
import { storeConformance } from '../conformance/index.js';
import { memoryEngine } from '../conformance/memory-engine.js';
import { newObject, noted, noteOf } from '../conformance/samples.js';
import { MemoryStore } from './memory-store.js';
import { type Fault, type StoreCall, type Verb, withFaults } from './with-faults.js';

const key = { namespace: 'space', name: 'a' };
const other = { namespace: 'space', name: 'b' };

const setUp = async (verb: Verb, fault: Fault | undefined) => {
  const memory = new MemoryStore();
  const pod = await memory.create('Pod', newObject('Pod', key));
  const calls: StoreCall[] = [];
  const store = withFaults(memory, (call) => {
    calls.push(call);
    return call.verb === verb ? fault : undefined;
  });
  return { memory, store, pod, calls };
};

const acts: { [V in Exclude<Verb, 'watch' | 'event'>]: (store: ResourceStore, pod: Pod) => Promise<unknown> } = {
  get: (store) => store.get('Pod', key),
  list: (store) => store.list('Pod'),
  create: (store) => store.create('Pod', newObject('Pod', other)),
  update: (store, pod) => store.update('Pod', noted(pod, 'x')),
  updateStatus: (store, pod) => store.updateStatus('Pod', { ...pod, status: { phase: 'Running' } }),
  delete: (store) => store.delete('Pod', key),
};

const verbs = Object.keys(acts) as (keyof typeof acts)[];
const writes = verbs.filter((verb) => verb !== 'get' && verb !== 'list');

describe('a store with faults', () => {
  const failures: [Fault, typeof StoreError | typeof StoreUnavailable | typeof Throttled, Effect][] = [
    [{ type: 'unavailable' }, StoreUnavailable, 'none'],
    [{ type: 'requestLost' }, StoreUnavailable, 'unknown'],
    [{ type: 'conflict' }, Conflict, 'none'],
    [{ type: 'throttled' }, Throttled, 'none'],
  ];
  for (const verb of writes) {
    for (const [fault, error, effect] of failures)
      it(`fails a ${verb} without effect: ${fault.type}`, async () => {
        const { memory, store, pod } = await setUp(verb, fault);
        const { version } = memory;
        await assert.rejects(acts[verb](store, pod), (thrown) => {
          assert.ok(thrown instanceof error);
          assert.equal(thrown.effect, effect);
          return true;
        });
        assert.equal(memory.version, version);
      });

    it(`fails a ${verb} that took effect`, async () => {
      const { memory, store, pod } = await setUp(verb, { type: 'answerLost' });
      const { version } = memory;
      await assert.rejects(acts[verb](store, pod), (thrown: StoreUnavailable) => thrown.effect === 'unknown');
      assert.notEqual(memory.version, version);
    });

    it(`crashes before and after a ${verb}`, async () => {
      const crash = new Error('the program ends here');
      const before = await setUp(verb, { type: 'crashBefore', error: crash });
      const { version } = before.memory;
      await assert.rejects(acts[verb](before.store, before.pod), crash);
      assert.equal(before.memory.version, version);
      const after = await setUp(verb, { type: 'crashAfter', error: crash });
      await assert.rejects(acts[verb](after.store, after.pod), crash);
      assert.notEqual(after.memory.version, version);
    });

    it(`has no stale ${verb}`, async () => {
      const { store, pod } = await setUp(verb, { type: 'stale', version: '0' });
      await assert.rejects(acts[verb](store, pod), TypeError);
    });
  }

  it('says that the answer of a refused write was lost, too', async () => {
    const { store } = await setUp('create', { type: 'answerLost' });
    await assert.rejects(store.create('Pod', newObject('Pod', key)), StoreUnavailable);
  });

  it('fails reads', async () => {
    for (const verb of ['get', 'list'] as const) {
      const { store, pod } = await setUp(verb, { type: 'requestLost' });
      await assert.rejects(acts[verb](store, pod), (thrown: StoreError) => thrown.effect === 'none');
    }
  });

  it('serves stale reads', async () => {
    const memory = new MemoryStore();
    const pod = await memory.create('Pod', newObject('Pod', key));
    const { version } = memory;
    await memory.create('Pod', newObject('Pod', other));
    await memory.delete('Pod', key);
    const store = withFaults(memory, () => ({ type: 'stale', version }));
    assert.deepEqual(await store.get('Pod', key), pod);
    assert.equal(await store.get('Pod', other), undefined);
    assert.deepEqual(await store.list('Pod'), { items: [pod], resourceVersion: version });
    assert.equal(await memory.get('Pod', key), undefined);
  });

  it('tells the plan about every call', async () => {
    const { store, pod, calls } = await setUp('get', undefined);
    for (const verb of ['get', 'list', 'create', 'updateStatus', 'delete'] as const) await acts[verb](store, pod);
    const named = calls.map(({ verb, kind, key: about }) => [verb, kind, about?.name]);
    assert.deepEqual(named, [
      ['get', 'Pod', 'a'],
      ['list', 'Pod', undefined],
      ['create', 'Pod', 'b'],
      ['updateStatus', 'Pod', 'a'],
      ['delete', 'Pod', 'a'],
    ]);
  });

  it('lets the plan hold a call up', async () => {
    const memory = new MemoryStore();
    const go = Promise.withResolvers<undefined>();
    const store = withFaults(memory, () => go.promise);
    const creating = store.create('Pod', newObject('Pod', key));
    assert.equal(await memory.get('Pod', key), undefined);
    go.resolve(undefined);
    assert.deepEqual(await creating, await memory.get('Pod', key));
  });
});

describe('a watch with faults', () => {
  const read = async (store: ResourceStore, events: WatchEvent<Pod>[]) => {
    const { signal } = new AbortController();
    for await (const event of store.watch('Pod', { resourceVersion: '1', signal })) events.push(event);
  };

  for (const [type, error] of [
    ['unavailable', StoreUnavailable],
    ['throttled', Throttled],
    ['expired', Expired],
  ] as const)
    it(`does not begin: ${type}`, async () => {
      const { store } = await setUp('watch', { type });
      await assert.rejects(read(store, []), error);
    });

  it('ends in order, at the beginning and later', async () => {
    for (const verb of ['watch', 'event'] as const) {
      const { store } = await setUp(verb, { type: 'ended' });
      const events: WatchEvent<Pod>[] = [];
      await read(store, events);
      assert.deepEqual(events, []);
    }
  });

  it('is cut at an event', async () => {
    const { memory, pod } = await setUp('event', undefined);
    await memory.update('Pod', noted(pod, 'x'));
    let count = 0;
    const store = withFaults(memory, ({ verb }) => {
      if (verb === 'event') count += 1;
      return count === 2 ? { type: 'unavailable' } : undefined;
    });
    const events: WatchEvent<Pod>[] = [];
    await assert.rejects(read(store, events), StoreUnavailable);
    assert.deepEqual(
      events.map((event) => event.type === 'changed' && noteOf(event.object)),
      [undefined],
    );
  });

  it('is cut while it has nothing to tell', async () => {
    const cut = new AbortController();
    const { store } = await setUp('watch', { type: 'cut', when: cut.signal });
    const events: WatchEvent<Pod>[] = [];
    const reading = read(store, events);
    while (events.length === 0) await new Promise((resolve) => setImmediate(resolve));
    cut.abort();
    await assert.rejects(reading, StoreUnavailable);
  });
});

storeConformance('a store with no faults', async () => {
  const engine = memoryEngine();
  return { ...engine, store: withFaults(engine.store, () => undefined) };
});
