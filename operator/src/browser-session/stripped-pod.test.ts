import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObjectMeta, Pod } from '@tintype/crds';
import { reconcileFixture } from '../fixtures/reconcile-fixture.js';

type Stage = Awaited<ReturnType<typeof reconcileFixture>>;

/** Parts that people remove from a pod. */
const strips: Record<string, Partial<ObjectMeta>> = {
  labels: { labels: {} },
  owner: { ownerReferences: [] },
  'labels and owner': { labels: {}, ownerReferences: [] },
};

const strip = async ({ pods, store }: Stage, taken: Partial<ObjectMeta>): Promise<void> => {
  for (const pod of await pods()) await store.update('Pod', { ...pod, metadata: { ...pod.metadata, ...taken } });
};

/** The closes that reached an agent. */
const observeCloses = ({ dependencies }: Stage): Pod[] => {
  const closed: Pod[] = [];
  const { close } = dependencies.agent;
  dependencies.agent.close = (pod, session) => close(closed[closed.push(pod) - 1] ?? pod, session);
  return closed;
};

for (const [what, taken] of Object.entries(strips))
  describe(`a session whose pod lost its ${what}`, () => {
    it('is charged, and its pod is removed', async () => {
      const stage = await reconcileFixture();
      const { go, pass, read, store, pods, charges, freed } = stage;
      await go(3);
      assert.equal((await read()).status?.phase, 'Active');
      await strip(stage, taken);
      const closed = observeCloses(stage);
      await store.delete('BrowserSession', (await read()).metadata);
      await pass();
      assert.equal(closed.length, 1);
      assert.deepEqual(
        [...charges.values()].map(({ credits }) => credits),
        [1],
      );
      assert.equal(freed.length, 1);
      for (const { metadata } of await pods())
        assert.deepEqual([metadata.finalizers ?? [], typeof metadata.deletionTimestamp], [[], 'string']);
    });

    it('is not settled while its pod may run', async () => {
      const stage = await reconcileFixture();
      const { go, pass, read, store, pods, dependencies, charges, freed } = stage;
      await go(3);
      await strip(stage, taken);
      dependencies.agent.close = () => Promise.reject(new Error('no answer'));
      await store.delete('BrowserSession', (await read()).metadata);
      assert.equal((await pass()).reason, 'Unreachable');
      assert.deepEqual([charges.size, freed.length], [0, 0]);
      assert.equal((await pods()).length, 1);
    });

    it('keeps the pod if that happens before the browser is open', async () => {
      const stage = await reconcileFixture();
      const { go, pass, status, pods, dependencies } = stage;
      const { activate } = dependencies.agent;
      const away = new Error('the ledger are away');
      const { open } = dependencies.ledger;
      dependencies.ledger.open = () => Promise.reject(away);
      await go(1);
      await assert.rejects(pass(), away);
      await strip(stage, taken);
      dependencies.ledger.open = open;
      const asked: string[] = [];
      dependencies.agent.activate = (pod, order) => activate(pod, order).finally(() => asked.push(pod.metadata.name));
      await pass();
      assert.deepEqual([(await status()).phase, (await status()).attempts, asked], ['Active', 1, ['shop-1']]);
      assert.equal((await pods()).length, 1);
    });
  });

describe('a session whose status names a pod of others', () => {
  it('leaves it alone', async () => {
    const { pass, read, store, pods, status } = await reconcileFixture();
    await pass();
    const foreign = await store.create('Pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'default', name: 'nats-0' },
      spec: { containers: [{ name: 'nats', image: 'nats' }] },
    });
    const session = await read();
    const pod = { name: foreign.metadata.name, uid: foreign.metadata.uid };
    const attempts = ((await status()).attempts ?? 0) + 1;
    await store.updateStatus('BrowserSession', { ...session, status: { ...(await status()), pod, attempts } });
    await store.delete('BrowserSession', session.metadata);
    await pass();
    const left = (await pods()).find(({ metadata }) => metadata.uid === foreign.metadata.uid);
    assert.deepEqual([left?.metadata.deletionTimestamp, left?.metadata.finalizers], [undefined, undefined]);
  });
});
