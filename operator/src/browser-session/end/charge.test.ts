import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';

/** An active session that has expired. */
const expired = async () => {
  const stage = await reconcileFixture();
  await stage.go(3);
  assert.equal((await stage.status()).phase, 'Active');
  await stage.clock.advance(61_000);
  return stage;
};

describe('a session that has ended', () => {
  it('is charged, and its condition says so', async () => {
    const { go, status, ready, charges } = await expired();
    await go();
    const { phase, credits } = await status();
    assert.deepEqual([phase, credits, (await ready())?.reason], ['Closed', 1, 'Charged']);
    assert.deepEqual(
      [...charges.values()].map((charge) => charge.credits),
      [1],
    );
  });

  it('is not charged if its open was lost with the ledger, and says so', async () => {
    const { go, status, ready, opens, charges, events } = await expired();
    opens.clear();
    await go();
    const { phase, credits, closeReason } = await status();
    assert.deepEqual([phase, credits, closeReason], ['Closed', 0, 'Expired']);
    const condition = await ready();
    assert.equal(condition?.reason, 'NotCharged');
    assert.match(condition?.message ?? '', /the ledger has no open of the session.*it is free/);
    assert.deepEqual(events.slice(-2), ['Normal Expired', 'Warning NotCharged']);
    assert.equal(charges.size, 0);
  });

  it('ends no later than the operator noticed', async () => {
    const { go, store, pods, clock, status } = await reconcileFixture();
    await go(3);
    await clock.advance(10_000);
    for (const pod of await pods()) {
      await store.update('Pod', { ...pod, metadata: { ...pod.metadata, finalizers: [] } });
      await store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 });
    }
    await go();
    const { closeReason, endedAt, credits } = await status();
    assert.deepEqual([closeReason, endedAt, credits], ['PodDeleted', new Date(clock.now()).toISOString(), 0]);
  });

  it('costs nothing if its open is lost after the freeze', async () => {
    const { go, pass, status, opens, dependencies } = await expired();
    const away = new Error('the ledger is away');
    dependencies.ledger.charge = () => Promise.reject(away);
    await assert.rejects(pass, away);
    assert.deepEqual([(await status()).phase, (await status()).credits], ['Settling', 1]);
    opens.clear();
    await go();
    assert.deepEqual([(await status()).phase, (await status()).credits], ['Closed', 0]);
  });

  it('is not charged if its open was lost and it is deleted, and says so before it is removed', async () => {
    const { pass, read, store, opens, dependencies, events, charges } = await expired();
    opens.clear();
    const { metadata } = await read();
    await store.delete('BrowserSession', metadata);
    const away = new Error('the slots are away');
    const { free } = dependencies.slots;
    dependencies.slots.free = () => Promise.reject(away);
    await assert.rejects(pass, away);
    await assert.rejects(pass, away);
    const condition = (await read()).status?.conditions?.find(({ type }) => type === 'Ready');
    assert.equal(condition?.reason, 'NotCharged');
    dependencies.slots.free = free;
    await pass();
    assert.deepEqual(
      events.filter((event) => event.endsWith('NotCharged')),
      ['Warning NotCharged'],
    );
    assert.deepEqual([await store.get('BrowserSession', metadata), charges.size], [undefined, 0]);
  });

  it('reports no missing charge if it is deleted before it is open', async () => {
    const { pass, read, store, events } = await reconcileFixture();
    await pass();
    const { metadata } = await read();
    await store.delete('BrowserSession', metadata);
    await pass();
    assert.deepEqual([await store.get('BrowserSession', metadata), events], [undefined, []]);
  });

  it('costs nothing from the freeze on if it is deleted before it is open', async () => {
    const { pass, read, store, opens, dependencies } = await expired();
    opens.clear();
    await store.delete('BrowserSession', (await read()).metadata);
    const credits: unknown[] = [];
    const updateStatus = dependencies.store.updateStatus.bind(store);
    dependencies.store.updateStatus = (kind, object) => {
      if (object.kind === 'BrowserSession' && 'credits' in (object.status ?? {}))
        credits.push((object.status as { credits: number }).credits);
      return updateStatus(kind, object);
    };
    await pass();
    assert.deepEqual(credits, [0, 0]);
  });
});

describe('a session that has expired by the clock of an operator that is slightly ahead', () => {
  it('keeps running: its pod ends it', async () => {
    const { go, pass, clock, status } = await reconcileFixture();
    await go(3);
    await clock.advance(60_500);
    assert.deepEqual(await pass(), { reason: 'Running', afterMs: 500 });
    assert.equal((await status()).phase, 'Active');
  });
});
