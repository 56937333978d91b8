import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserSessionStatus, Invalid } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import { reconcileFixture } from '../fixtures/reconcile-fixture.js';

/** A session that ran for 10 s before a person wrote its status, as with `kubectl edit --subresource=status`. */
const edited = async (change: BrowserSessionStatus, openMs = 10_000) => {
  const stage = await reconcileFixture();
  const { go, read, store, dependencies, clock } = stage;
  await go(3);
  await clock.advance(openMs);
  let closes = 0;
  const { close } = dependencies.agent;
  dependencies.agent.close = async (pod, id) => {
    closes += 1;
    return { ...(await close(pod, id)), openMs };
  };
  const session = await read();
  assert.equal(session.status?.phase, 'Active');
  await store.updateStatus('BrowserSession', { ...session, status: { ...session.status, ...change } });
  return { ...stage, closes: () => closes };
};

describe('a running session that a person ends in its status', () => {
  for (const phase of ['Closing', 'Settling', 'Closed'] as const)
    it(`as ${phase}: it is stopped and charged, and its slot is free`, async () => {
      const { go, status, ready, charges, freed, pods, events, closes } = await edited({ phase });
      await go();
      const { closeReason, credits, endedAt, startedAt } = await status();
      assert.deepEqual([closeReason, credits, (await ready())?.reason], ['StatusEdited', 1, 'Charged']);
      assert.equal((await status()).phase, 'Closed');
      assert.equal(Date.parse(endedAt ?? '') - Date.parse(startedAt ?? ''), 10_000);
      const charged = [...charges.values()].map((charge) => [charge.credits, charge.closeReason]);
      assert.deepEqual(charged, [[1, 'StatusEdited']]);
      assert.equal(closes(), 1);
      assert.ok(freed.length > 0);
      for (const { metadata } of await pods())
        assert.deepEqual([metadata.finalizers ?? [], typeof metadata.deletionTimestamp], [[], 'string']);
      assert.ok(events.includes('Warning StatusEdited'));
    });

  it('as Closed: its slot is taken until its browser has stopped', async () => {
    const { pass, dependencies, freed, charges, status } = await edited({ phase: 'Closed' });
    const { close } = dependencies.agent;
    dependencies.agent.close = () => Promise.reject(new Error('no answer'));
    assert.equal((await pass()).reason, 'Unreachable');
    assert.deepEqual([freed.length, charges.size, (await status()).credits], [0, 0, undefined]);
    dependencies.agent.close = close;
    await pass();
    assert.deepEqual([charges.size, (await status()).credits], [1, 1]);
  });

  it('as Closed: it is charged although the operator crashes after the freeze', async () => {
    const { pass, go, dependencies, charges, freed, ready } = await edited({ phase: 'Closed' });
    const { charge } = dependencies.ledger;
    const away = new Error('the ledger is away');
    dependencies.ledger.charge = () => Promise.reject(away);
    await assert.rejects(pass(), away);
    assert.equal(freed.length, 0);
    dependencies.ledger.charge = charge;
    await go();
    assert.deepEqual([charges.size, freed.length > 0, (await ready())?.reason], [1, true, 'Charged']);
  });

  for (const phase of ['Settling', 'Closed'] as const)
    it(`as ${phase}, with credits: it is stopped, and charged for its real time`, async () => {
      const { pass, dependencies, freed, go, charges, closes, ready } = await edited({ phase, credits: 0 });
      const { close } = dependencies.agent;
      dependencies.agent.close = () => Promise.reject(new Error('no answer'));
      assert.equal((await pass()).reason, 'Unreachable');
      assert.deepEqual([freed.length, charges.size], [0, 0]);
      dependencies.agent.close = close;
      await go();
      const charged = [...charges.values()].map((charge) => [charge.credits, charge.closeReason]);
      assert.deepEqual([charged, closes(), (await ready())?.reason], [[[1, 'StatusEdited']], 1, 'Charged']);
      assert.ok(freed.length > 0);
    });

  it('as Closed, and deletes: it is charged and removed', async () => {
    const { pass, store, read, charges } = await edited({ phase: 'Closed' });
    const { metadata } = await read();
    await store.delete('BrowserSession', metadata);
    await pass();
    assert.equal(charges.size, 1);
    assert.equal(await store.get('BrowserSession', metadata), undefined);
  });
});

describe('a starting session that a person ends in its status', () => {
  it('costs nothing, and its slot is free', async () => {
    const { pass, go, read, store, status, freed, charges } = await reconcileFixture();
    await pass();
    const session = await read();
    await store.updateStatus('BrowserSession', { ...session, status: { ...session.status, phase: 'Closed' } });
    await go();
    assert.deepEqual([(await status()).credits, (await status()).closeReason], [0, 'StatusEdited']);
    assert.deepEqual([charges.size, freed.length > 0], [0, true]);
  });

  it('as Failed, though it has an open: the charge says why, as its status does', async () => {
    const { pass, pods, begin, read, store, dependencies, status, ready, charges } = await reconcileFixture();
    await pass();
    for (const pod of await pods()) await begin(pod);
    const { activate } = dependencies.agent;
    const away = new Error('the pod is away');
    dependencies.agent.activate = () => Promise.reject(away);
    await pass().catch(() => undefined);
    dependencies.agent.activate = activate;
    const session = await read();
    assert.equal(session.status?.phase, 'Binding');
    await store.updateStatus('BrowserSession', { ...session, status: { ...session.status, phase: 'Failed' } });
    await pass();
    const { closeReason, credits, phase } = await status();
    assert.deepEqual(
      [phase, closeReason, credits, (await ready())?.reason],
      ['Failed', 'StatusEdited', 0, 'StatusEdited'],
    );
    const charged = [...charges.values()].map((charge) => [charge.credits, charge.closeReason]);
    assert.deepEqual(charged, [[0, 'StatusEdited']]);
  });
});

describe('a session that a person moves forward in its status', () => {
  const begun = async (phase: 'Binding' | 'Active', dependencies: Parameters<typeof reconcileFixture>[0] = {}) => {
    const stage = await reconcileFixture(dependencies);
    const { store, read } = stage;
    await store.updateStatus('BrowserSession', { ...(await read()), status: { phase } });
    return stage;
  };

  it('as Binding: it is refused if the account may not open it', async () => {
    const { go, status, opens } = await begin(async () => undefined);
    await go();
    assert.deepEqual(
      [(await status()).phase, (await status()).closeReason, opens.size],
      ['Failed', 'UnknownAccount', 0],
    );
  });

  it('as Binding: it has a slot before it is opened', async () => {
    const stage = await begun('Binding');
    let taken = 0;
    stage.dependencies.slots.take = async () => {
      taken += 1;
      return true;
    };
    await stage.go();
    assert.deepEqual([(await stage.status()).phase, taken], ['Active', 1]);
  });

  it('as Active: it ends, costs nothing, and holds no slot', async () => {
    const { go, status, charges, freed } = await begun('Active');
    await go();
    assert.deepEqual([(await status()).phase, (await status()).closeReason], ['Closed', 'StatusEdited']);
    assert.deepEqual([charges.size, freed.length > 0], [0, true]);
  });

  const begin = (find: () => Promise<undefined>) => begun('Binding', { dependencies: { accounts: { find } } });
});

describe('a session in whose status a person edits the operator’s fields', () => {
  const at = '2020-01-01T00:00:00.000Z';
  const changes: [string, BrowserSessionStatus][] = [
    ['credits and end', { credits: 0, endedAt: at }],
    ['the reason of its end', { closeReason: 'NodeLost' }],
    ['Settling, and a reason', { phase: 'Settling', closeReason: 'NodeLost', credits: 0 }],
    ['Closing, and a reason', { phase: 'Closing', closeReason: 'NodeLost', endedAt: at }],
    ['another pod', { pod: { name: 'gone', uid: 'gone' } }],
    ['no pod', { pod: undefined }],
    ['its begin', { startedAt: at }],
    ['no begin', { startedAt: undefined }],
    ['its expiry', { expiresAt: at }],
    ['no expiry', { expiresAt: undefined }],
  ];
  for (const [what, change] of changes)
    it(`${what}: its real values count, and it keeps running`, async () => {
      const stage = await edited({});
      const { store, read, pass, status, charges, freed } = stage;
      const session = await read();
      const written = store.updateStatus('BrowserSession', { ...session, status: { ...session.status, ...change } });
      await assert.rejects(written, Invalid);
      assert.equal((await pass()).reason, 'Running');
      assert.deepEqual([(await status()).phase, charges.size, freed.length], ['Active', 0, 0]);
    });

  it('Settling, with credits and counts: it is stopped, and charged for its real time', async () => {
    const counts = { actions: 0, success: 0, error: 0 };
    const { pass, dependencies, freed, go, charges } = await edited({ phase: 'Settling', credits: 0, counts });
    const { close } = dependencies.agent;
    dependencies.agent.close = () => Promise.reject(new Error('no answer'));
    assert.equal((await pass()).reason, 'Unreachable');
    assert.deepEqual([freed.length, charges.size], [0, 0]);
    dependencies.agent.close = close;
    await go();
    const charged = [...charges.values()].map((charge) => [charge.credits, charge.closeReason]);
    assert.deepEqual([charged, freed.length > 0], [[[1, 'StatusEdited']], true]);
  });

  it('the condition Charged: it is stopped before its slot is free, and charged', async () => {
    const conditions = [{ type: 'Ready', status: 'False', reason: 'Charged', lastTransitionTime: at } as const];
    const { pass, dependencies, freed, charges } = await edited({ phase: 'Closed', conditions });
    const { close } = dependencies.agent;
    dependencies.agent.close = () => Promise.reject(new Error('no answer'));
    assert.equal((await pass()).reason, 'Unreachable');
    assert.deepEqual([freed.length, charges.size], [0, 0]);
    dependencies.agent.close = close;
    await pass();
    assert.deepEqual([charges.size, freed.length], [1, 1]);
  });

  it('Closed, and an end: it costs its real time', async () => {
    const began = new Date(new PlayedClock().now()).toISOString();
    const { go, charges } = await edited({ phase: 'Closing', endedAt: began }, 61_000);
    await go();
    const [charge] = charges.values();
    assert.equal(Date.parse(charge?.endedAt ?? '') - Date.parse(charge?.startedAt ?? ''), 60_000);
  });
});
