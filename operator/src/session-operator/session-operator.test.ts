import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Registry } from '@tintype/runtime';
import { usualTiming } from '../controller/election/timing.js';
import {
  key,
  lease,
  makePodReady,
  makeSession,
  type OperatorFixture,
  operatorFixture,
  phaseOf,
  soonMs,
} from '../fixtures/operator-fixture.js';

describe('the operator of sessions', () => {
  let played: OperatorFixture;
  afterEach(async () => {
    played.ledger.unblockOpens();
    const stopped = Promise.all(played.operators.map((operator) => operator.stop()));
    await played.clock.advance(usualTiming.retryPeriodMs);
    await stopped;
  });

  const begin = () => {
    played = operatorFixture();
    return played;
  };

  /** An operator, and a session whose pod is ready. */
  const withReadyPod = async () => {
    const { clock, start } = begin();
    const operator = start('one');
    await clock.advance(soonMs);
    await makeSession(played);
    await clock.advance(soonMs);
    await makePodReady(played);
    return operator;
  };

  it('brings a session through its life without needless writes', async () => {
    await withReadyPod();
    const { clock, store, ledger, writes } = played;
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), 'Active');
    await store.delete('BrowserSession', key);
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), undefined);
    assert.equal(ledger.charges.size, 1);
    assert.deepEqual((await store.list('Pod')).items, []);
    assert.deepEqual(writes, [
      'update BrowserSession',
      'create Pod',
      'status BrowserSession',
      'update Pod',
      'status BrowserSession',
      'status BrowserSession',
      'update Pod',
      'delete Pod',
      'update BrowserSession',
    ]);
  });

  it('looks again when a session asks for it', async () => {
    await withReadyPod();
    const { clock, ledger } = played;
    await clock.advance(602_000);
    assert.equal(await phaseOf(played), 'Closed');
    for (const { closeReason } of ledger.charges.values()) assert.equal(closeReason, 'Expired');
    await clock.advance(60_000);
    assert.equal(await phaseOf(played), undefined);
  });

  it('works only while it leads; the next leader continues its work', async () => {
    const first = await withReadyPod();
    const { clock, start } = played;
    const second = start('two');
    await clock.advance(5000);
    assert.deepEqual([first.isLeading, second.isLeading], [true, false]);
    await first.stop();
    await clock.advance(soonMs);
    assert.equal(second.isLeading, true);
    await played.store.delete('BrowserSession', key);
    await clock.advance(soonMs);
    assert.equal(await phaseOf(played), undefined);
  });

  it('ends its work when it is stopped, then releases the lease', async () => {
    const operator = await withReadyPod();
    const { clock, ledger, store } = played;
    ledger.blockOpens();
    await clock.advance(soonMs);
    const stopped = operator.stop();
    await clock.advance(20_000);
    assert.equal((await store.get('Lease', lease))?.spec.holderIdentity, 'one');
    assert.equal(await phaseOf(played), 'Binding');
    ledger.unblockOpens();
    await clock.advance(soonMs);
    await stopped;
    assert.ok(!(await store.get('Lease', lease))?.spec.holderIdentity);
    assert.equal(await phaseOf(played), 'Active');
  });

  it('takes no further step once the lease is lost', async () => {
    const operator = await withReadyPod();
    const { clock, agent, ledger, store } = played;
    ledger.blockOpens();
    await clock.advance(soonMs);
    const held = (await store.get('Lease', lease)) ?? assert.fail();
    await store.update('Lease', { ...held, spec: { ...held.spec, holderIdentity: 'thief' } });
    await clock.advance(2 * usualTiming.retryPeriodMs);
    assert.equal(operator.isLeading, false);
    ledger.unblockOpens();
    await clock.advance(soonMs);
    assert.equal(agent.activations, 0);
  });

  it('is ready when its caches have synced, also as a standby', async () => {
    const { clock, start } = begin();
    start('one');
    await clock.advance(soonMs);
    const operator = start('two');
    assert.deepEqual(operator.readiness, {
      ready: false,
      parts: { sessions: false, pods: false, pools: false, ledger: true },
    });
    await clock.advance(soonMs);
    assert.deepEqual(operator.readiness, {
      ready: true,
      parts: { sessions: true, pods: true, pools: true, ledger: true },
    });
    assert.equal(operator.isLeading, false);
  });

  it('does nothing while the ledger is lost, and is not ready', async () => {
    const operator = await withReadyPod();
    const { clock, store, ledger, ledgerWatch } = played;
    await clock.advance(soonMs);
    ledgerWatch.fault = 'it is another one';
    await store.delete('BrowserSession', key);
    await clock.advance(200_000);
    assert.equal(await phaseOf(played), 'Active');
    assert.equal(operator.readiness.ready, false);
    ledgerWatch.fault = undefined;
    await clock.advance(5000);
    assert.equal(await phaseOf(played), undefined);
    assert.equal(ledger.charges.size, 1);
  });

  it('says how many sessions are in each phase', async () => {
    const { clock, start } = begin();
    const registry = new Registry();
    start('one', registry);
    await clock.advance(soonMs);
    await makeSession(played);
    await clock.advance(soonMs);
    const metrics = await registry.metrics();
    assert.match(metrics, /tintype_sessions{phase="Binding"} 1/);
    assert.match(metrics, /tintype_sessions{phase="Active"} 0/);
    assert.match(metrics, /tintype_leader_is_leading 1/);
  });

  it('gives sweeps the same dependencies', async () => {
    await withReadyPod();
    const { clock, store, ledger } = played;
    await clock.advance(soonMs);
    const session = await store.delete('BrowserSession', key);
    assert.ok(session);
    await store.update('BrowserSession', { ...session, metadata: { ...session.metadata, finalizers: [] } });
    await clock.advance(180_000);
    assert.equal(ledger.charges.size, 1);
    assert.deepEqual((await store.list('Pod')).items, []);
  });
});
