import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeTerminationMessage, noActions } from '@tintype/contracts';
import { sessionId } from '@tintype/crds';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';

/** An open session whose agent answers nothing. */
const hung = async () => {
  const stage = await reconcileFixture({ session: { spec: { maxTtlSeconds: 900 } } });
  await stage.go(3);
  assert.equal((await stage.status()).phase, 'Active');
  let asked = 0;
  stage.dependencies.agent.close = async () => {
    asked += 1;
    await stage.clock.advance(10_000);
    throw new Error('no answer');
  };
  const pod = async () => (await stage.pods())[0] ?? assert.fail('its pod is gone');
  /** The node kills the pod after its grace period. */
  const kill = async () => {
    const session = sessionId(await stage.read());
    const message = encodeTerminationMessage({ session, confirmed: true, crashed: false, counts: noActions });
    const finishedAt = new Date(stage.clock.now()).toISOString();
    const terminated = { exitCode: 137, reason: 'Error', finishedAt, message };
    await stage.setPodStatus(await pod(), {
      phase: 'Failed',
      containerStatuses: [{ name: 'browser', state: { terminated } }],
    });
  };
  return { ...stage, pod, kill, asked: () => asked };
};

describe('a session that ends before it claims its pod, which does not answer', () => {
  const bound = async () => {
    const stage = await reconcileFixture();
    await stage.go(1);
    stage.dependencies.agent.close = () => Promise.reject(new Error('no answer'));
    await stage.store.delete('BrowserSession', (await stage.read()).metadata);
    const deleted: unknown[] = [];
    const remove = stage.store.delete.bind(stage.store);
    stage.store.delete = (kind, key, options) => {
      if (kind === 'Pod') deleted.push(options?.resourceVersion);
      return remove(kind, key, options);
    };
    return { ...stage, deleted };
  };

  it('deletes the version of the pod that it read, so that no session gets it', async () => {
    const { pass, pods, deleted, freed } = await bound();
    const [pod] = await pods();
    await pass();
    assert.deepEqual([deleted, freed.length], [[pod?.metadata.resourceVersion], 1]);
  });

  it('runs again if the pod was claimed meanwhile', async () => {
    const { pass, pods, store, dependencies, charges, freed } = await bound();
    dependencies.agent.close = async () => {
      for (const pod of await pods()) await store.update('Pod', { ...pod, metadata: { ...pod.metadata, labels: {} } });
      throw new Error('no answer');
    };
    assert.deepEqual(await pass(), { reason: 'Changed' });
    assert.deepEqual([charges.size, freed.length], [0, 0]);
  });
});

describe('a session whose pod hangs', () => {
  it('is deleted: its pod is deleted after two calls, and the slot is free after the pod’s end', async () => {
    const { pass, read, store, status, pod, kill, clock, charges, freed, events, asked } = await hung();
    await clock.advance(20_000);
    await store.delete('BrowserSession', (await read()).metadata);
    assert.equal((await pass()).reason, 'Unreachable');
    assert.deepEqual([(await status()).phase, (await pod()).metadata.deletionTimestamp], ['Closing', undefined]);
    await clock.advance(5000);
    assert.deepEqual(await pass(), { reason: 'Unreachable', afterMs: 5000 });
    assert.ok((await pod()).metadata.deletionTimestamp);
    assert.deepEqual([asked(), charges.size, freed.length, events.includes('Warning Unreachable')], [2, 0, 0, true]);
    await clock.advance(5000);
    assert.equal((await pass()).reason, 'Unreachable');
    assert.deepEqual([charges.size, freed.length], [0, 0], 'it may run yet');
    await kill();
    await pass();
    const [charge] = charges.values();
    assert.deepEqual([charge?.credits, charge?.closeReason, freed.length], [1, 'Deleted', 1]);
    assert.equal(Date.parse(charge?.endedAt ?? '') - Date.parse(charge?.startedAt ?? ''), 20_000);
  });

  it('expires: its pod is deleted in the same way', async () => {
    const { pass, pod, kill, clock, charges, freed } = await hung();
    await clock.advance(901_000);
    await pass();
    await pass();
    assert.ok((await pod()).metadata.deletionTimestamp);
    assert.deepEqual([charges.size, freed.length], [0, 0]);
    await kill();
    await pass();
    const [charge] = charges.values();
    assert.deepEqual([charge?.credits, charge?.closeReason, charge?.endedAt], [15, 'Expired', charge?.expiresAt]);
  });

  it('is ended by a person: its pod is deleted at once, and keeps the reason', async () => {
    const { pass, read, store, status, pod, kill, charges } = await hung();
    const session = await read();
    await store.updateStatus('BrowserSession', { ...session, status: { ...(await status()), phase: 'Settling' } });
    await pass();
    assert.ok((await pod()).metadata.deletionTimestamp);
    await kill();
    await pass();
    assert.deepEqual(
      [...charges.values()].map(({ closeReason }) => closeReason),
      ['StatusEdited'],
    );
  });

  it('answers after its pod was deleted: its record counts', async () => {
    const { pass, read, store, dependencies, charges, freed } = await hung();
    await store.delete('BrowserSession', (await read()).metadata);
    await pass();
    await pass();
    dependencies.agent.close = async (_, session) => ({
      session,
      openMs: 1000,
      confirmed: true,
      crashed: false,
      counts: { actions: 1, success: 1, error: 0 },
    });
    await pass();
    const [charge] = charges.values();
    assert.deepEqual([charge?.credits, charge?.counts.actions, freed.length], [1, 1, 1]);
  });

  it('waits for the next pass if its pod changed during the call', async () => {
    const { pass, read, store, dependencies, pod, setPodStatus } = await hung();
    await store.delete('BrowserSession', (await read()).metadata);
    await pass();
    dependencies.agent.close = async () => {
      await setPodStatus(await pod(), { message: 'changed' });
      throw new Error('no answer');
    };
    assert.equal((await pass()).reason, 'Changed');
    assert.equal((await pod()).metadata.deletionTimestamp, undefined);
  });
});
