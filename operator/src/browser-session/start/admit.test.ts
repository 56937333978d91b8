import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CloseReason } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import { reconcileFixture } from '../../fixtures/reconcile-fixture.js';
import { at, sampleSession } from '../../fixtures/session-samples.js';
import { whyRejected } from './admit.js';

const fiveMinutesMs = 300_000;

/** A session whose startBy is this many milliseconds after its creation. */
const startingIn = (milliseconds: number, dependencies = {}) => {
  const startBy = new Date(new PlayedClock().now() + milliseconds).toISOString();
  return reconcileFixture({ session: { spec: { startBy } }, dependencies });
};

describe('a session that may be open late', () => {
  it('is refused with a startBy after five minutes, and says what to write', async () => {
    const taken: unknown[] = [];
    const take = async (order: unknown) => taken.push(order) > 0;
    const slots = { take, free: async () => undefined, all: async () => [] };
    const events: string[] = [];
    const record = (_: unknown, type: string, reason: string, note: string) =>
      events.push(`${type} ${reason}: ${note}`);
    const { go, read, status, ready, clock } = await startingIn(fiveMinutesMs + 1, { slots, record });
    const latest = new Date(clock.now() + fiveMinutesMs).toISOString();
    const { startBy } = (await read()).spec;
    await go();
    const { phase, closeReason, credits } = await status();
    assert.deepEqual([phase, closeReason, credits], ['Rejected', 'StartByTooLate', 0]);
    const { message = '' } = (await ready()) ?? {};
    assert.ok(message.endsWith(`: startBy is ${startBy}; write ${latest} or earlier, or omit it`), message);
    assert.deepEqual(events, [`Warning StartByTooLate: ${message}`]);
    assert.deepEqual(taken, []);
  });

  it('is opened with a startBy within five minutes', async () => {
    const { go, status } = await startingIn(fiveMinutesMs);
    await go();
    assert.equal((await status()).phase, 'Active');
  });
});

describe('why a session is not begun', () => {
  const cases: readonly [string, { disabled: boolean } | undefined, CloseReason | undefined][] = [
    ['it may', { disabled: false }, undefined],
    ['there is none', undefined, 'UnknownAccount'],
    ['it is disabled', { disabled: true }, 'DisabledAccount'],
  ];
  for (const [name, account, reason] of cases)
    it(name, () => assert.equal(whyRejected({ session: sampleSession(), account }), reason));

  it('its startBy is more than five minutes after its creation', () => {
    const startingAt = (seconds: number) => sampleSession({ spec: { startBy: at(seconds) } });
    const account = { disabled: false };
    assert.equal(whyRejected({ session: startingAt(295), account }), undefined);
    assert.equal(whyRejected({ session: startingAt(296), account }), 'StartByTooLate');
  });
});
