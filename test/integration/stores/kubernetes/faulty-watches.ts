import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { StoreError } from '@tintype/crds';
import type { KubernetesStore } from '@tintype/stores';
import { breakWatch, cut, type Fault, failWatch, refuse, stall } from '../../../kit/fault-proxy/faults.js';
import { type FaultProxy, startFaultProxy } from '../../../kit/fault-proxy/proxy.js';
import type { ProxiedWatch } from '../../../kit/fault-proxy/watch.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { openKubeStore } from '../../../kit/kube/store.js';
import { until } from '../../../kit/until.js';

const kind = 'Lease';

/** A fault that meets a delivering watch, and how the watch ends. */
const whileOpen: Record<string, { act: (watch: ProxiedWatch) => void; end: string }> = {
  'is cut': { act: (watch) => watch.cut(), end: 'StoreUnavailable' },
  'is ended by the server': { act: (watch) => watch.end(), end: 'ended' },
  'has become too old': { act: (watch) => watch.fail(410), end: 'Expired' },
  'fails in the server': { act: (watch) => watch.fail(500), end: 'StoreUnavailable' },
  'is too much for the server': { act: (watch) => watch.fail(429), end: 'Throttled' },
  'falls silent': { act: (watch) => watch.silence(), end: 'ended' },
};

/** What a fault does to a watch that begins. */
const fromTheBeginning: Record<string, { fault: Fault; end: string }> = {
  'is cut': { fault: cut, end: 'StoreUnavailable' },
  'says nothing': { fault: stall, end: 'ended' },
  'begins, and its version is too old': { fault: failWatch(), end: 'Expired' },
  'is refused, as its version is too old': { fault: refuse(410), end: 'Expired' },
  'is refused, as the server is busy': { fault: refuse(429, { retryAfterSeconds: 7 }), end: 'Throttled' },
  'is refused by a server that fails': { fault: refuse(503), end: 'StoreUnavailable' },
  'is forbidden': { fault: refuse(403), end: 'Forbidden' },
  'is cut in its first event': { fault: breakWatch(0, 'cut'), end: 'StoreUnavailable' },
  'ends in its first event': { fault: breakWatch(0, 'end'), end: 'StoreUnavailable' },
};

/** Each end of a watch of the Kubernetes store. */
export const faultyWatchCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  let store: KubernetesStore;
  let namespace: string;
  let version: string;
  /** The delivered objects, in order. */
  let told: string[];
  before(async () => {
    server = serverOf();
    proxy = await startFaultProxy(server);
    store = await openKubeStore(proxy.access, { limits: { silenceMs: 1000 } });
  });
  after(async () => {
    await store.close();
    await proxy.close();
  });
  beforeEach(async () => {
    namespace = await server.namespace();
    version = (await store.list(kind, { namespace })).resourceVersion;
    told = [];
  });
  afterEach(async () => {
    proxy.clear();
    proxy.cutWatches();
    await until('no watch is left', () => proxy.watches().length === 0);
  });

  const make = (name: string) =>
    server.call('POST', `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`, { metadata: { name } });

  /** Runs one watch from the last version to its end: `ended`, or the error's class. */
  const watchOn = async (signal = new AbortController().signal): Promise<string> => {
    try {
      for await (const event of store.watch(kind, { selector: { namespace }, resourceVersion: version, signal })) {
        version = event.resourceVersion;
        if (event.type === 'changed') told.push(event.object.metadata.name);
      }
      return 'ended';
    } catch (error) {
      assert.ok(error instanceof StoreError, String(error));
      assert.equal(error.effect, 'none');
      return error.name;
    }
  };

  /** The next watch misses nothing and repeats nothing. */
  const goOn = async (names: readonly string[]) => {
    const enough = new AbortController();
    const end = watchOn(enough.signal);
    await until('the rest arrives', () => told.length >= names.length);
    enough.abort();
    assert.equal(await end, 'ended');
    assert.deepEqual(told, names);
  };

  for (const [what, { act, end }] of Object.entries(whileOpen)) {
    it(`${what} continues where it ended`, async () => {
      const first = watchOn();
      await make('before');
      await until('the event arrives', () => told.length === 1);
      for (const watch of proxy.watches()) act(watch);
      await make('during');
      assert.equal(await first, end);
      await make('after');
      await goOn(['before', 'during', 'after']);
    });
  }

  for (const [what, { fault, end }] of Object.entries(fromTheBeginning)) {
    it(`${what} can begin again`, async () => {
      const rule = proxy.when({ verb: 'watch' }, fault, { times: 1 });
      await make('before');
      assert.equal(await watchOn(), end);
      assert.equal(rule.hits, 1);
      assert.deepEqual(told, []);
      await make('after');
      await goOn(['before', 'after']);
    });
  }

  it('is refused with a time to wait says so', async () => {
    proxy.when({ verb: 'watch' }, refuse(429, { retryAfterSeconds: 7 }));
    const options = { resourceVersion: version, signal: new AbortController().signal };
    const watch = store.watch(kind, options)[Symbol.asyncIterator]();
    await assert.rejects(watch.next(), { name: 'Throttled', retryAfterMs: 7000 });
  });

  it('is broken after an event has delivered that event', async () => {
    proxy.when({ verb: 'watch' }, breakWatch(1), { times: 1 });
    for (const name of ['whole', 'half']) await make(name);
    assert.equal(await watchOn(), 'StoreUnavailable');
    assert.deepEqual(told, ['whole']);
    await goOn(['whole', 'half']);
  });

  it('is not let in asks again with new credentials', async () => {
    proxy.when({ verb: 'watch' }, refuse(401), { times: 1 });
    await make('a');
    await goOn(['a']);
    proxy.when({ verb: 'watch' }, refuse(401));
    assert.equal(await watchOn(), 'Forbidden');
  });
};
