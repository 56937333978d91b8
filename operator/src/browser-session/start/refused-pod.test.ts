import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conditionMessageLength, Invalid, StoreUnavailable } from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';
import type { SessionDependencies } from '../pass/dependencies.js';
import { reconcile } from '../reconcile.js';

const key = { namespace: 'default', name: 'shop' };

/** A session from kubectl whose pods the store refuses. */
const stage = async (error: Error) => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  const session = await store.create('BrowserSession', {
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: key,
    spec: { account: 'acme' },
  });
  const events: string[] = [];
  const played = {
    store,
    clock,
    pods: { get: () => undefined },
    source: { podFor: () => Promise.reject(error) },
    slots: { take: async () => true, free: async () => undefined },
    ledger: { findOpen: async () => undefined },
    accounts: { find: async () => ({ disabled: false, concurrentSessions: 5 }) },
    record: (_: unknown, type: string, reason: string, note: string) => events.push(`${type} ${reason} ${note}`),
    ttlSecondsAfterClosed: 60,
  };
  const pass = reconcile(played as unknown as SessionDependencies, session);
  const status = async () => (await store.get('BrowserSession', key))?.status;
  return { pass, status, events };
};

describe('a session whose pod is refused', () => {
  it('fails at once and says why, in its condition and in an event', async () => {
    const { pass, status, events } = await stage(new Invalid('The create of Pod default/shop-1 was refused: too big.'));
    assert.deepEqual(await pass, { reason: 'Kept', afterMs: 60_000 });
    const { phase, closeReason, credits, conditions } = (await status()) ?? {};
    assert.deepEqual([phase, closeReason, credits], ['Failed', 'PodRefused', 0]);
    const [ready] = conditions ?? [];
    assert.deepEqual([ready?.type, ready?.status, ready?.reason], ['Ready', 'False', 'PodRefused']);
    assert.match(
      ready?.message ?? '',
      /the API server refuses its pod.*The create of Pod default\/shop-1 was refused: too big\.$/,
    );
    assert.deepEqual(events, [`Warning PodRefused ${ready?.message}`]);
  });

  it('cuts the reason to the length of a condition', async () => {
    const { pass, status } = await stage(new Invalid('ä'.repeat(5000)));
    await pass;
    const message = (await status())?.conditions?.[0]?.message ?? '';
    assert.match(message, /ä…$/);
    assert.ok(message.length <= conditionMessageLength);
  });

  it('is tried again if the refusal may pass', async () => {
    const busy = new StoreUnavailable('busy', 'none');
    const { pass, status } = await stage(busy);
    await assert.rejects(pass, busy);
    assert.equal((await status())?.phase, 'Pending');
  });

  it('fails in the same pass if its second pod is refused', async () => {
    const { pass, pods, store, dependencies, status, events, freed } = await reconcileFixture();
    await pass();
    for (const { metadata } of await pods()) await store.delete('Pod', metadata, { gracePeriodSeconds: 0 });
    dependencies.source = { podFor: () => Promise.reject(new Invalid('too big')) };
    assert.deepEqual(await pass(), { reason: 'Kept', afterMs: 60_000 });
    assert.deepEqual([(await status()).phase, (await status()).closeReason], ['Failed', 'PodRefused']);
    assert.deepEqual([events, freed.length], [['Warning PodGone', 'Warning PodRefused'], 1]);
  });
});
