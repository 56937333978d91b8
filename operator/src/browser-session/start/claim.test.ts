import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { Conflict, operatorPodLabels, recordFinalizer, StoreUnavailable } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import { key, reconcileFixture } from '../../fixtures/reconcile-fixture.js';
import { at, ended, owner, samplePod, sampleSession, unready } from '../../fixtures/session-samples.js';
import { type ActivateOrder, ActivateRefused, type SessionDependencies } from '../pass/dependencies.js';
import type { Reason } from '../pass/reasons.js';
import { reconcile } from '../reconcile.js';
import { whyUnfit } from './claim.js';

const refusing = (error: Error, asked: { count: number } = { count: 0 }): SessionDependencies['agent'] => ({
  activate: () => {
    asked.count += 1;
    return Promise.reject(error);
  },
  close: async (_, session) => ({ session, confirmed: false, crashed: false, counts: noActions }),
});

describe('a session whose pod is claimed', () => {
  it('says where the pod runs', async () => {
    const { status, go } = await reconcileFixture();
    await go();
    const { phase, pod } = await status();
    assert.deepEqual([phase, pod?.name, pod?.node, pod?.address], ['Active', 'shop-1', 'node-7', '10.0.0.9:7070']);
  });

  it('fails, and says so, if the open belongs to another object', async () => {
    const { dependencies, status, go, events } = await reconcileFixture();
    dependencies.ledger.open = async (open) => ({ ...open, uid: 'another' });
    await go();
    assert.equal((await status()).closeReason, 'ForeignOpen');
    assert.deepEqual(events, ['Warning ForeignOpen']);
  });
});

describe('a session that has changed when its pod is claimed', () => {
  /** The session changes while its pod is claimed, and the pass does not hear of it. */
  const changed = async (change: (stage: Awaited<ReturnType<typeof reconcileFixture>>) => Promise<unknown>) => {
    const stage = await reconcileFixture();
    await stage.go(1);
    const { store } = stage;
    const update = store.update.bind(store);
    store.update = async (kind, object) => {
      const written = await update(kind, object);
      store.update = update;
      await change(stage);
      return written;
    };
    assert.deepEqual(await stage.pass(), { reason: 'Changed' });
    return stage;
  };

  it('is not opened where somebody has deleted it', async () => {
    const { pass, opens, charges, store } = await changed(async ({ store, read }) =>
      store.delete('BrowserSession', (await read()).metadata),
    );
    await pass();
    assert.deepEqual([opens.size, charges.size, await store.get('BrowserSession', key)], [0, 0, undefined]);
  });

  it('is not opened where another operator has failed it', async () => {
    const { pass, opens } = await changed(async ({ store, read }) => {
      const session = await read();
      const closeReason = 'StartTimeout';
      const conditions = (session.status?.conditions ?? []).map((each) => ({ ...each, reason: closeReason }));
      const status = { ...session.status, phase: 'Failed', credits: 0, closeReason, conditions } as const;
      await store.updateStatus('BrowserSession', { ...session, status });
    });
    await pass();
    assert.equal(opens.size, 0);
  });
});

describe('a session that is opened', () => {
  const byApi = { name: 'sess-00000000-0000-4000-8000-000000000001' };
  const startBy = new Date(new PlayedClock().now() + 60_000).toISOString();
  const cases = [
    ['needs no confirmation from kubectl', {}, true],
    ['is nobody’s to confirm when kubectl made it with a startBy', { spec: { startBy } }, true],
    ['needs a confirmation if the api created it', { metadata: byApi, spec: { startBy } }, false],
    ['is nobody’s to confirm when it has but a name as the api gives', { metadata: byApi }, true],
  ] as const;
  for (const [about, session, confirmed] of cases)
    it(about, async () => {
      const { go, opens, dependencies } = await reconcileFixture({ session });
      const orders: ActivateOrder[] = [];
      const activate = dependencies.agent.activate;
      dependencies.agent.activate = (pod, order) => activate(pod, orders[orders.push(order) - 1] ?? order);
      await go();
      assert.deepEqual(
        orders.map((order) => order.confirmed),
        [confirmed],
      );
      assert.deepEqual(
        [...opens.values()].map(({ unattended }) => unattended),
        [confirmed],
      );
    });
});

describe('a session that its pod does not open', () => {
  const cases = [
    ['too-late', 'StartTimeout', 1],
    ['order', 'OrderRefused', 1],
    ['closed', 'TooManyAttempts', 5],
    ['other-session', 'TooManyAttempts', 5],
  ] as const;
  for (const [refusal, reason, attempts] of cases)
    it(`fails after ${attempts} when each says ${refusal}`, async () => {
      const asked = { count: 0 };
      const { status, go, events, store } = await reconcileFixture({
        dependencies: { agent: refusing(new ActivateRefused(refusal), asked) },
      });
      await go();
      const { phase, closeReason, credits } = await status();
      assert.deepEqual([phase, closeReason, credits, asked.count], ['Failed', reason, 0, attempts]);
      assert.equal(events.at(-1), `Warning ${reason}`);
      for (const { metadata } of (await store.list('Pod')).items) assert.ok(metadata.deletionTimestamp);
    });

  it('says that its startBy was before its creation', async () => {
    const startBy = '2020-01-01T00:00:00Z';
    const { go, ready } = await reconcileFixture({ session: { spec: { startBy } } });
    await go(1);
    assert.match((await ready())?.message ?? '', /its startBy, 2020-01-01T00:00:00Z, was before its creation, 20/);
  });

  it('fails after five pods that give no answer and can be closed', async () => {
    const asked = { count: 0 };
    const { status, go } = await reconcileFixture({ dependencies: { agent: refusing(new Error('no answer'), asked) } });
    await go();
    assert.deepEqual([(await status()).closeReason, asked.count], ['TooManyAttempts', 5]);
  });
});

/** A session bound to a warm pod that is no longer ready; there is another pod. */
const boundToUnready = async () => {
  const stage = await reconcileFixture();
  const { store, source } = stage.dependencies;
  const metadata = { namespace: 'default', name: 'warm-1', labels: operatorPodLabels };
  const spec = { containers: [{ name: 'browser', image: 'browser' }] };
  const made = await store.create('Pod', { apiVersion: 'v1', kind: 'Pod', metadata, spec });
  stage.dependencies.source = {
    podFor: async (session, attempt) => (attempt === 1 ? made : source.podFor(session, attempt)),
  };
  await stage.begin(made);
  const update = store.update.bind(store);
  stage.dependencies.store.update = () => Promise.reject(new StoreUnavailable('busy', 'none'));
  await assert.rejects(stage.pass());
  await assert.rejects(stage.pass());
  stage.dependencies.store.update = update;
  const warm = async () => (await store.get('Pod', metadata)) ?? assert.fail('it is gone');
  const conditions = (status: 'True' | 'False') => [{ type: 'Ready', status, lastTransitionTime: at(0) }];
  await stage.setPodStatus(await warm(), { conditions: conditions('False') });
  return { ...stage, warm, getReady: async () => stage.setPodStatus(await warm(), { conditions: conditions('True') }) };
};

describe('a session whose warm pod is not ready any more', () => {
  it('is opened on another one, and the first is deleted', async () => {
    const { go, status, store, events } = await boundToUnready();
    await go();
    const { phase, pod, attempts } = await status();
    assert.deepEqual([phase, pod?.name, attempts], ['Active', 'shop-2', 2]);
    assert.deepEqual(events, ['Warning PodUnready', 'Normal Active']);
    assert.equal((await store.get('Pod', { namespace: 'default', name: 'warm-1' }))?.metadata.finalizers, undefined);
  });

  it('keeps the pod if it has the finalizer of a claim', async () => {
    const { pass, status, store, warm } = await boundToUnready();
    const { metadata, ...pod } = await warm();
    await store.update('Pod', { ...pod, metadata: { ...metadata, finalizers: [recordFinalizer] } });
    assert.equal((await pass()).reason, 'PodNotReady');
    assert.deepEqual([(await status()).attempts, (await warm()).metadata.deletionTimestamp], [1, undefined]);
  });

  it('keeps the pod if it is ready again', async () => {
    const { pass, status, dependencies, warm, getReady } = await boundToUnready();
    const old = await warm();
    dependencies.pods = { get: () => old };
    await getReady();
    await pass();
    const { phase, pod, attempts } = await status();
    assert.deepEqual([phase, pod?.name, attempts], ['Active', 'warm-1', 1]);
  });
});

describe('a claim that meets a conflict', () => {
  it('on the session is not taken for one on the pod', async () => {
    const staged = await reconcileFixture();
    await staged.go(1);
    const { store } = staged;
    const [pod] = (await store.list('Pod')).items;
    assert.ok(pod);
    await store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 });
    const updateStatus = store.updateStatus.bind(store);
    let refused = 0;
    store.updateStatus = async (kind, object) => {
      if (kind !== 'BrowserSession') return updateStatus(kind, object);
      refused += 1;
      throw new Conflict('somebody else was faster');
    };
    const session = (await store.get('BrowserSession', key)) ?? assert.fail();
    assert.deepEqual(await reconcile(staged.dependencies, session), { reason: 'Changed' });
    assert.equal(refused, 1);
  });
});

type PodDiffers = Parameters<typeof samplePod>[0];

describe('why a pod can never run a session', () => {
  const unclaimed = { ownerReferences: [owner()] };
  const ofAnother = { ownerReferences: [owner({ uid: 'other', controller: true })] };
  const deleted = { deletionTimestamp: at(1) };
  const ofStatefulSet = owner({ apiVersion: 'apps/v1', kind: 'StatefulSet', uid: 'set', controller: true });
  const ofPool = owner({ kind: 'BrowserPool', uid: 'pool', controller: true });
  const cases: readonly [string, PodDiffers, Reason | undefined][] = [
    ['it is claimed for it', {}, undefined],
    ['it was made for it', { metadata: unclaimed }, undefined],
    ['it is free for every session', { metadata: { ownerReferences: [] } }, undefined],
    ['it is not ready yet', { metadata: unclaimed, status: unready(0) }, undefined],
    ['it has ended', { status: ended(1) }, 'PodEnded'],
    ['it has failed', { status: { phase: 'Failed' } }, 'PodEnded'],
    ['it is claimed for another one', { metadata: ofAnother }, 'PodOfAnother'],
    ['it was made for another one', { metadata: { ownerReferences: [owner({ uid: 'other' })] } }, 'PodOfAnother'],
    ['it is a stateful set’s', { metadata: { ownerReferences: [ofStatefulSet] } }, 'PodOfAnother'],
    [
      'it was made by another program',
      { metadata: { ...unclaimed, finalizers: [], labels: { app: 'nats' } } },
      'PodOfAnother',
    ],
    ['it is warm, and its pool’s', { metadata: { ownerReferences: [ofPool] } }, undefined],
    ['it is being deleted, unclaimed', { metadata: { ...unclaimed, ...deleted } }, 'PodDeleted'],
    // The pod may run: it must be closed first.
    ['it is being deleted, and claimed for it', { metadata: deleted }, undefined],
  ];
  for (const [name, differs, reason] of cases)
    it(name, () => assert.equal(whyUnfit({ session: sampleSession(), pod: samplePod(differs) }), reason));
});
