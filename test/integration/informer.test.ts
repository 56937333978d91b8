import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { keyText, type Lease } from '@tintype/crds';
import { createLog } from '@tintype/runtime';
import { Informer, type KubernetesStore } from '@tintype/stores';
import { type FaultProxy, startFaultProxy } from '../kit/fault-proxy.js';
import { breakAnswer, breakWatch, cut, type Fault, failWatch, hold, refuse, stall } from '../kit/fault-proxy-faults.js';
import type { ProxiedWatch } from '../kit/fault-proxy-watch.js';
import { type KubeApiServer, startKubeApiServer } from '../kit/kube-api-server.js';
import { openKubeStore } from '../kit/kube-store.js';
import { until } from '../kit/until.js';

const log = createLog('informer', 'silent');

/** Ends of a watch that has told something, and whether a list has to follow. */
const ends: Record<string, { act: (watch: ProxiedWatch) => void; lists: number }> = {
  'is cut': { act: (watch) => watch.cut(), lists: 0 },
  'is ended by the server': { act: (watch) => watch.end(), lists: 0 },
  'fails in the server': { act: (watch) => watch.fail(500), lists: 0 },
  'is too much for the server': { act: (watch) => watch.fail(429), lists: 0 },
  'falls silent': { act: (watch) => watch.silence(), lists: 0 },
  'has become too old': { act: (watch) => watch.fail(410), lists: 1 },
};

/** What meets a list or a watch that is about to begin, so many times. */
const beginnings: Record<string, { verb: 'list' | 'watch'; fault: Fault; times: number }> = {
  'lists are refused': { verb: 'list', fault: refuse(503), times: 3 },
  'lists are too much for the server': { verb: 'list', fault: refuse(429, { retryAfterSeconds: 1 }), times: 2 },
  'lists are cut in the middle': { verb: 'list', fault: breakAnswer, times: 2 },
  'lists are not answered': { verb: 'list', fault: stall, times: 1 },
  'watches are cut': { verb: 'watch', fault: cut, times: 3 },
  'watches are refused': { verb: 'watch', fault: refuse(500), times: 3 },
  'watches are refused, as their version is too old': { verb: 'watch', fault: refuse(410), times: 3 },
  'watches end, as their version is too old': { verb: 'watch', fault: failWatch(), times: 3 },
  'watches say nothing': { verb: 'watch', fault: stall, times: 2 },
  'watches break in their first event': { verb: 'watch', fault: breakWatch(0), times: 2 },
};

describe('an informer on a real API server', { timeout: 300_000 }, () => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  /** Through the proxy, impatient. */
  let store: KubernetesStore;
  let direct: KubernetesStore;
  const informers: Informer<'Lease'>[] = [];
  before(async () => {
    server = await startKubeApiServer();
    proxy = await startFaultProxy(server);
    store = await openKubeStore(proxy.access, { limits: { silenceMs: 1000, deadlineMs: 2000 } });
    direct = await openKubeStore(server.admin);
  });
  after(async () => {
    await store.close();
    await direct.close();
    await proxy.close();
    await server.stop();
  });
  afterEach(async () => {
    proxy.clear();
    await Promise.all(informers.splice(0).map((informer) => informer.stop()));
  });

  const make = (namespace: string, name: string) =>
    direct.create('Lease', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      spec: { holderIdentity: 'x' },
    });

  const change = async (namespace: string, name: string) => {
    const lease = (await direct.get('Lease', { namespace, name })) ?? assert.fail();
    await direct.update('Lease', { ...lease, spec: { holderIdentity: 'y' } });
  };

  /** An informer of a namespace with four leases, what it told, and what that comes to. */
  const begin = async (deadMs = 300_000) => {
    const namespace = await server.namespace();
    for (const name of ['stays', 'changes', 'goes', 'is-replaced']) await make(namespace, name);
    const informer = new Informer({ store, kind: 'Lease', selector: { namespace }, deadMs, log });
    informers.push(informer);
    const told: string[] = [];
    const sum = new Map<string, Lease>();
    informer.onChange((previous, current) => {
      const { metadata } = current ?? previous ?? assert.fail();
      const key = keyText(metadata);
      assert.equal(previous, sum.get(key), 'what was before is not what was told');
      told.push(`${metadata.name} ${previous ? (current ? 'changed' : 'gone') : 'new'}`);
      if (current) sum.set(key, current);
      else sum.delete(key);
    });
    return { namespace, informer, told, sum };
  };

  const disturb = async (namespace: string) => {
    await make(namespace, 'is-new');
    await change(namespace, 'changes');
    for (const name of ['goes', 'is-replaced']) await direct.delete('Lease', { namespace, name });
    await make(namespace, 'is-replaced');
  };

  /** The cache becomes what a list answers now, and what was told came to the same. */
  const agrees = async ({ namespace, informer, sum }: Awaited<ReturnType<typeof begin>>) => {
    const { items } = await direct.list('Lease', { namespace });
    const versions = (leases: Iterable<Lease>) =>
      [...leases].map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`).sort();
    const expected = versions(items);
    await until('the cache is what a list answers', () => {
      return versions(informer.cache.list()).join() === expected.join();
    });
    assert.deepEqual(versions(sum.values()), expected);
  };

  for (const [what, { act, lists }] of Object.entries(ends)) {
    it(`tells what it missed while it was away, when its watch ${what}`, async () => {
      const stage = await begin();
      const { namespace, informer, told } = stage;
      informer.start();
      await until('it watches', () => proxy.watches({ namespace }).length === 1);
      await make(namespace, 'first');
      await until('the watch tells', () => told.includes('first new'));
      const over = Promise.withResolvers<void>();
      proxy.when({ namespace }, hold(over.promise));
      proxy.forgetCounts();
      told.length = 0;
      const [watch = assert.fail()] = proxy.watches({ namespace });
      act(watch);
      await disturb(namespace);
      over.resolve();
      await agrees(stage);
      assert.deepEqual(told.sort(), [
        'changes changed',
        'goes gone',
        'is-new new',
        'is-replaced gone',
        'is-replaced new',
      ]);
      assert.equal(proxy.counts['list leases'] ?? 0, lists);
    });
  }

  for (const [what, { verb, fault, times }] of Object.entries(beginnings)) {
    it(`ends with what is there, though ${what}`, async () => {
      const stage = await begin();
      const rule = proxy.when({ verb, namespace: stage.namespace }, fault, { times });
      stage.informer.start();
      await disturb(stage.namespace);
      await until('all faults have come', () => rule.hits === times);
      await agrees(stage);
      await change(stage.namespace, 'stays');
      await agrees(stage);
    });
  }

  it('goes on after the API server was restarted', async () => {
    const stage = await begin();
    stage.informer.start();
    await agrees(stage);
    await server.kill();
    await server.restart();
    await disturb(stage.namespace);
    await agrees(stage);
  });

  it('is not ready while the API server answers nothing, and goes on when it does', async () => {
    const stage = await begin(3000);
    stage.informer.start();
    await agrees(stage);
    await until('it is ready', () => stage.informer.ready);
    server.pause();
    await until('it is not ready', () => !stage.informer.ready);
    server.resume();
    await until('it is ready again', () => stage.informer.ready);
    await disturb(stage.namespace);
    await agrees(stage);
  });

  it('lists again and again what is silent, which shows that the server lives', async () => {
    const stage = await begin(3000);
    stage.informer.start();
    await agrees(stage);
    proxy.forgetCounts();
    await until('it has listed', () => (proxy.counts['list leases'] ?? 0) >= 2);
    assert.equal(stage.informer.ready, true);
  });
});
