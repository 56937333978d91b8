import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import type { Informer, KubernetesStore } from '@tintype/stores';
import {
  breakAnswer,
  breakWatch,
  cut,
  type Fault,
  failWatch,
  hold,
  refuse,
  stall,
} from '../../../kit/fault-proxy/faults.js';
import { type FaultProxy, startFaultProxy } from '../../../kit/fault-proxy/proxy.js';
import type { ProxiedWatch } from '../../../kit/fault-proxy/watch.js';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { openKubeStore } from '../../../kit/kube/store.js';
import { InformedLeases } from '../../../kit/stores/informed-leases.js';
import { until } from '../../../kit/until.js';

/** How a watch that has delivered events ends, and how many lists follow. */
const ends: Record<string, { act: (watch: ProxiedWatch) => void; lists: number }> = {
  'is cut': { act: (watch) => watch.cut(), lists: 0 },
  'is ended by the server': { act: (watch) => watch.end(), lists: 0 },
  'fails in the server': { act: (watch) => watch.fail(500), lists: 0 },
  'is too much for the server': { act: (watch) => watch.fail(429), lists: 0 },
  'falls silent': { act: (watch) => watch.silence(), lists: 0 },
  'has become too old': { act: (watch) => watch.fail(410), lists: 1 },
};

/** A fault that meets a list or the start of a watch, this many times. */
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

/** An informer on the Kubernetes store, under faults and restarts. */
export const informerCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  /** Through the proxy, with short limits. */
  let store: KubernetesStore;
  let direct: KubernetesStore;
  const informers: Informer<'Lease'>[] = [];
  before(async () => {
    server = serverOf();
    proxy = await startFaultProxy(server);
    store = await openKubeStore(proxy.access, { limits: { silenceMs: 1000, deadlineMs: 2000 } });
    direct = await openKubeStore(server.admin);
  });
  after(async () => {
    await store.close();
    await direct.close();
    await proxy.close();
  });
  afterEach(async () => {
    proxy.clear();
    await Promise.all(informers.splice(0).map((informer) => informer.stop()));
  });

  const begin = async (deadMs = 300_000) => {
    const namespace = await server.namespace();
    const leases = await InformedLeases.of({ store, direct, namespace, deadMs });
    informers.push(leases.informer);
    return { namespace, leases, informer: leases.informer };
  };

  for (const [what, { act, lists }] of Object.entries(ends)) {
    it(`tells what it missed while it was away, when its watch ${what}`, async () => {
      const { namespace, leases, informer } = await begin();
      informer.start();
      await until('it watches', () => proxy.watches({ namespace }).length === 1);
      await leases.make('first');
      await leases.agree();
      const over = Promise.withResolvers<void>();
      proxy.when({ namespace }, hold(over.promise));
      proxy.forgetCounts();
      leases.events.length = 0;
      const [watch = assert.fail()] = proxy.watches({ namespace });
      act(watch);
      await leases.disturb();
      over.resolve();
      await leases.agree();
      assert.deepEqual(leases.events.sort(), InformedLeases.disturbance);
      assert.equal(proxy.counts['list leases'] ?? 0, lists);
    });
  }

  for (const [what, { verb, fault, times }] of Object.entries(beginnings)) {
    it(`ends with what is there, though ${what}`, async () => {
      const { namespace, leases, informer } = await begin();
      const rule = proxy.when({ verb, namespace }, fault, { times });
      informer.start();
      await leases.disturb();
      await until('all faults have come', () => rule.hits === times);
      await leases.agree();
      await leases.change('stays');
      await leases.agree();
    });
  }

  it('continues after the API server was restarted', async () => {
    const { leases, informer } = await begin();
    informer.start();
    await leases.agree();
    await server.kill();
    await server.restart();
    await leases.disturb();
    await leases.agree();
  });

  it('is not ready while the API server is silent, and continues afterwards', async () => {
    const { leases, informer } = await begin(3000);
    informer.start();
    await until('it is ready', () => informer.isReady);
    await server.pause();
    await until('it is not ready', () => !informer.isReady);
    server.resume();
    await until('it is ready again', () => informer.isReady);
    await leases.disturb();
    await leases.agree();
  });

  it('lists again and again what is silent, which shows that the server lives', async () => {
    const { leases, informer } = await begin();
    informer.start();
    await leases.agree();
    proxy.forgetCounts();
    await until('it has listed', () => (proxy.counts['list leases'] ?? 0) >= 2);
    assert.ok(informer.contactAgeMs < 10_000);
  });
};
