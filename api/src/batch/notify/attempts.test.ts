import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attempt, Finished } from '../facts/records.js';
import { nextAttempt } from './attempts.js';

const begun = Date.parse('2026-11-26T00:00:00.000Z');
const finished: Finished = {
  counts: { completed: 1, failed: 0, cancelled: 0 },
  deliveryId: 'delivery_1',
  at: new Date(begun).toISOString(),
};
const attempt = (outcome: Attempt['outcome'], at: number): Attempt => ({ outcome, at: new Date(at).toISOString() });

describe('nextAttempt', () => {
  it('is at once, then with growing delays for 24 hours, then never', () => {
    const attempts: Attempt[] = [];
    const delays: number[] = [];
    let now = begun;
    for (;;) {
      const { at, state } = nextAttempt(finished, attempts, now);
      if (at === undefined) {
        assert.equal(state, 'undelivered');
        break;
      }
      delays.push((at - now) / 1000);
      now = at;
      attempts.push(attempt('failed', now));
    }
    const [first, second = 0, third = 0] = delays;
    assert.equal(first, 0);
    assert.ok(second >= 2.5 && second <= 5, String(second));
    assert.ok(third >= 5 && third <= 10, String(third));
    assert.ok(Math.max(...delays) <= 3600);
    const hours = (now - begun) / 3600_000;
    assert.ok(hours > 22 && hours <= 24, String(hours));
    assert.ok(attempts.length < 60, String(attempts.length));
  });

  it('ends with a delivery, and begins again on request', () => {
    const delivered = [attempt('delivered', begun)];
    assert.deepEqual(nextAttempt(finished, delivered, begun), { state: 'delivered', at: undefined });
    const later = begun + 3 * 24 * 3600_000;
    const asked = [...delivered, attempt('requested', later)];
    assert.deepEqual(nextAttempt(finished, asked, later), { state: 'pending', at: later });
    assert.equal(nextAttempt(finished, [...asked, attempt('failed', later)], later).state, 'pending');
  });

  it('waits for the end of the batch', () => {
    assert.deepEqual(nextAttempt(undefined, [], begun), { state: 'pending', at: undefined });
  });
});
