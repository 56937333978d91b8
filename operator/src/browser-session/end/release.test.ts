import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';

const keptSeconds = 600;

const started = async () => {
  const stage = await reconcileFixture({ dependencies: { ttlSecondsAfterClosed: keptSeconds } });
  await stage.pass();
  return stage;
};

describe('a session that is over and was not deleted', () => {
  it('is kept for its time after its failure', async () => {
    const { clock, pass, read } = await started();
    await clock.advance(61_000);
    assert.deepEqual(await pass(), { reason: 'Kept', afterMs: keptSeconds * 1000 });
    await clock.advance(keptSeconds * 1000 - 1);
    assert.deepEqual(await pass(), { reason: 'Kept', afterMs: 1 });
    assert.equal((await read()).metadata.deletionTimestamp, undefined);
    await clock.advance(1);
    assert.deepEqual(await pass(), { reason: 'Done' });
    assert.notEqual((await read()).metadata.deletionTimestamp, undefined);
  });

  it('is kept for its time after its charge', async () => {
    const { clock, pass, go, dependencies } = await started();
    await go(3);
    await clock.advance(70_000);
    const { charge } = dependencies.ledger;
    dependencies.ledger.charge = () => Promise.reject(new Error('the ledger is away'));
    await assert.rejects(pass());
    await clock.advance(100_000);
    dependencies.ledger.charge = charge;
    assert.deepEqual(await pass(), { reason: 'Kept', afterMs: keptSeconds * 1000 });
  });
});
