import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, type Lease } from '@tintype/crds';
import { Controller, changesOf, ownKey, type Reconcile } from '@tintype/operator/testing';
import { createLog } from '@tintype/runtime';
import { Informer, type KubernetesStore } from '@tintype/stores';
import { failWatch, loseAnswer, refuse } from '../../kit/fault-proxy/faults.js';
import { type FaultProxy, startFaultProxy } from '../../kit/fault-proxy/proxy.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { openKubeStore } from '../../kit/kube/store.js';
import { patienceMs, until } from '../../kit/until.js';

const log = createLog('controller', 'silent');

describe('a controller on a real API server', { timeout: 600_000 }, () => {
  let server: KubeApiServer;
  let proxy: FaultProxy;
  let store: KubernetesStore;
  before(async () => {
    server = await startKubeApiServer();
    proxy = await startFaultProxy(server);
    store = await openKubeStore(proxy.access, { limits: { deadlineMs: 2000 } });
  });
  after(async () => {
    await store.close();
    await proxy.close();
    await server.stop();
  });

  const make = (namespace: string, name: string) =>
    store.create('Lease', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      spec: { holderIdentity: 'nobody' },
    });

  /** Gives each lease to the controller, and checks that no two have one at once. */
  const holding = (informer: Informer<'Lease'>) => {
    const inHand = new Set<string>();
    const seen = { runs: 0 };
    const reconcile: Reconcile = async (key, signal) => {
      assert.ok(!inHand.has(key), `${key} is in two hands`);
      inHand.add(key);
      seen.runs += 1;
      try {
        const lease = informer.cache.get(key);
        if (!lease || lease.spec.holderIdentity === 'us') return;
        await store.update('Lease', { ...lease, spec: { ...lease.spec, holderIdentity: 'us' } }, { signal });
      } finally {
        inHand.delete(key);
      }
    };
    return { seen, reconcile };
  };

  const controllerOf = (informer: Informer<'Lease'>, reconcile: Reconcile) =>
    new Controller({ name: 'lease', sources: [changesOf(informer, ownKey)], reconcile, workers: 4, log });

  it('brings all to where they should be, through conflicts, failures, lost answers and broken watches', async () => {
    const namespace = await server.namespace();
    const informer = new Informer({ store, kind: 'Lease', selector: { namespace }, log });
    const { reconcile } = holding(informer);
    const controller = controllerOf(informer, reconcile);
    const update = { verb: 'update', resource: 'leases', namespace };
    const rules = [refuse(409), refuse(500), refuse(429), loseAnswer()].map((fault) =>
      proxy.when(update, fault, { times: 5 }),
    );
    rules.push(proxy.when({ verb: 'watch', namespace }, failWatch(), { times: 2 }));
    for (let each = 0; each < 10; each += 1) await make(namespace, `before-${each}`);
    informer.start();
    const run = controller.run(new AbortController().signal);
    for (let each = 0; each < 30; each += 1) {
      await make(namespace, `during-${each}`);
      if (each % 10 === 5) proxy.cutWatches({ namespace });
    }
    const holders = async () => (await store.list('Lease', { namespace })).items.map(({ spec }) => spec.holderIdentity);
    await until('all are held', async () => (await holders()).every((holder) => holder === 'us'));
    assert.deepEqual(
      rules.map(({ hits }) => hits),
      [5, 5, 5, 5, 2],
    );
    await controller.stop();
    await run;
    await informer.stop();
  });

  it('looks at all again in each term, and at nothing between', async () => {
    const namespace = await server.namespace();
    for (let each = 0; each < 5; each += 1) await make(namespace, `lease-${each}`);
    const informer = new Informer({ store, kind: 'Lease', selector: { namespace }, log });
    informer.start();
    const { seen, reconcile } = holding(informer);
    const held = (name: string) =>
      informer.waitFor(keyOf(`${namespace}/${name}`), isHeld, AbortSignal.timeout(patienceMs));
    const isHeld = (lease: Lease | undefined) => lease?.spec.holderIdentity === 'us';
    const first = new AbortController();
    const run = controllerOf(informer, reconcile).run(first.signal);
    for (let each = 0; each < 5; each += 1) await held(`lease-${each}`);
    first.abort();
    await run;
    const before = seen.runs;
    await make(namespace, 'between');
    await informer.waitFor(
      { namespace, name: 'between' },
      (lease) => lease !== undefined,
      AbortSignal.timeout(patienceMs),
    );
    assert.equal(seen.runs, before);
    const second = controllerOf(informer, reconcile);
    void second.run(new AbortController().signal);
    await held('between');
    await until('it has looked at all', () => seen.runs >= before + 6);
    await second.stop();
    await informer.stop();
  });
});
