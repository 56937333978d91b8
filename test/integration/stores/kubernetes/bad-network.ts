import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Conflict, type Effect, Expired, type StoreError, StoreUnavailable, type WatchOptions } from '@tintype/crds';
import type { KubernetesStore } from '@tintype/stores';
import {
  breakAnswer,
  breakWatch,
  cut,
  type Fault,
  failWatch,
  loseAnswer,
  pass,
  refuse,
  stall,
} from '../../../kit/fault-proxy/faults.js';
import { type FaultProxy, startFaultProxy } from '../../../kit/fault-proxy/proxy.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { leaseOf } from '../../../kit/kube/load.js';
import { openKubeStore } from '../../../kit/kube/store.js';

type Failure = abstract new (...of: never[]) => StoreError;

/** The Kubernetes store behind a fault proxy. */
export const badNetworkCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  /** Through the proxy, and around it. */
  let store: KubernetesStore;
  let direct: KubernetesStore;
  before(async () => {
    server = serverOf();
    proxy = await startFaultProxy(server);
    const limits = { deadlineMs: 2000, silenceMs: 1000, pageSize: 2 };
    store = await openKubeStore(proxy.access, { limits });
    direct = await openKubeStore(server.admin);
  });
  afterEach(() => proxy.clear());
  after(async () => {
    await Promise.all([store?.close(), direct?.close()]);
    await proxy?.close();
  });

  const writes: Record<string, [fault: Fault, happens: boolean, error: Failure, effect: Effect]> = {
    'is reset before the server hears of it': [cut, false, StoreUnavailable, 'unknown'],
    'never reaches the server': [stall, false, StoreUnavailable, 'unknown'],
    'is done, and the answer is lost': [loseAnswer('cut'), true, StoreUnavailable, 'unknown'],
    'is done, and the answer never comes': [loseAnswer('stall'), true, StoreUnavailable, 'unknown'],
    'is done, and the answer breaks off': [breakAnswer, true, StoreUnavailable, 'unknown'],
    'is answered with 500': [refuse(500), false, StoreUnavailable, 'unknown'],
    'is answered with a conflict': [refuse(409), false, Conflict, 'none'],
  };
  for (const [what, [fault, happens, error, effect]] of Object.entries(writes)) {
    it(`makes a write once that ${what}`, async () => {
      const lease = leaseOf(await server.namespace(), 'a');
      const rule = proxy.when({ verb: 'create' }, fault);
      await assert.rejects(store.create('Lease', lease), (reason) => {
        assert.ok(reason instanceof error, `${reason}`);
        assert.equal(reason.effect, effect);
        return true;
      });
      assert.equal(rule.hits, 1);
      assert.equal((await direct.get('Lease', lease.metadata)) !== undefined, happens);
    });
  }

  it('makes a write again that the server was too busy for', async () => {
    const lease = leaseOf(await server.namespace(), 'a');
    const rule = proxy.when({ verb: 'create' }, refuse(429), { times: 1 });
    const made = await store.create('Lease', lease);
    assert.equal(rule.hits, 1);
    assert.deepEqual(await direct.get('Lease', lease.metadata), made);
  });

  const readFaults: Record<string, Fault> = {
    cut,
    'loses the answer': loseAnswer(),
    breakAnswer,
    'answers 503': refuse(503),
  };
  for (const [what, fault] of Object.entries(readFaults)) {
    it(`makes reads again when the network does this twice: ${what}`, async () => {
      const made = await direct.create('Lease', leaseOf(await server.namespace(), 'a'));
      const rule = proxy.when({ resource: 'leases' }, fault, { times: 2 });
      assert.deepEqual(await store.get('Lease', made.metadata), made);
      assert.equal(rule.hits, 2);
    });
  }

  it('lists all when the version of the first page expires', async () => {
    const namespace = await server.namespace();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await direct.create('Lease', leaseOf(namespace, name));
    const isLaterPage = ({ url }: { url: URL }) => url.searchParams.has('continue');
    const first = proxy.when(isLaterPage, pass, { times: 1 });
    proxy.when((call) => isLaterPage(call) && first.hits > 0, refuse(410));
    const { items } = await store.list('Lease', { namespace });
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      names,
    );
    assert.equal(first.hits, 1);
  });

  describe('its watch', () => {
    const read = async (names: string[], options: WatchOptions, during: () => unknown) => {
      for await (const event of store.watch('Lease', options)) {
        if (event.type === 'changed') names.push(event.object.metadata.name);
        if (names.length === 1) await during();
      }
      return 'the end';
    };

    /** Creates leases a and b around the proxy; gives the names that a watch delivered, and its end. */
    const watched = async (during: () => unknown = () => undefined) => {
      const namespace = await server.namespace();
      const { resourceVersion } = await direct.list('Lease', { namespace });
      const options = { selector: { namespace }, resourceVersion, signal: new AbortController().signal };
      const names: string[] = [];
      const end = read(names, options, during).catch((error: Error) => error.constructor);
      for (const name of ['a', 'b']) await direct.create('Lease', leaseOf(namespace, name));
      return { end: await end, names };
    };

    it('fails when it is cut', async () => {
      const { names, end } = await watched(() => proxy.cutWatches());
      assert.equal(names[0], 'a');
      assert.equal(end, StoreUnavailable);
    });

    it('ends when it is silent', async () => {
      assert.deepEqual(await watched(), { names: ['a', 'b'], end: 'the end' });
    });

    it('fails when nobody answers', async () => {
      proxy.when({ verb: 'watch' }, ({ watch }) => watch && undefined);
      assert.deepEqual(await watched(), { names: [], end: StoreUnavailable });
    });

    it('has expired when the server says so', async () => {
      proxy.when({ verb: 'watch' }, failWatch());
      assert.deepEqual(await watched(), { names: [], end: Expired });
    });

    for (const by of ['cut', 'end'] as const) {
      it(`fails when an event breaks off: ${by}`, async () => {
        proxy.when({ verb: 'watch' }, breakWatch(1, by));
        assert.deepEqual(await watched(), { names: ['a'], end: StoreUnavailable });
      });
    }
  });

  it('continues after every connection was reset', async () => {
    const { metadata } = await direct.create('Lease', leaseOf(await server.namespace(), 'a'));
    await Promise.all(Array.from({ length: 20 }, () => store.get('Lease', metadata)));
    proxy.cutConnections();
    await Promise.all(Array.from({ length: 20 }, () => store.get('Lease', metadata)));
  });
};
