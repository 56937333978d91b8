import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageRate } from './message-rate.js';

describe('the rate of messages', () => {
  const counted = (rate: MessageRate, now: number) => {
    rate.count(now);
    return rate.waitMs(now);
  };

  it('allows a burst, then `perSecond`', () => {
    const rate = new MessageRate({ perSecond: 100, burst: 3 }, 0);
    assert.deepEqual([counted(rate, 0), counted(rate, 0), counted(rate, 0)], [0, 0, 0]);
    assert.deepEqual([counted(rate, 0), counted(rate, 0)], [10, 20]);
    assert.equal(rate.waitMs(15), 5);
    // Both bursts are used up, and one message is free again.
    assert.equal(counted(rate, 30), 0);
    assert.equal(counted(rate, 30), 10);
  });

  it('counts amounts', () => {
    const rate = new MessageRate({ perSecond: 1000, burst: 64 }, 0);
    rate.count(0, 64);
    assert.equal(rate.waitMs(0), 0);
    rate.count(0, 500);
    assert.deepEqual([rate.waitMs(0), rate.waitMs(499), rate.waitMs(500)], [500, 1, 0]);
  });

  it('saves at most one burst', () => {
    const rate = new MessageRate({ perSecond: 100, burst: 2 }, 0);
    assert.deepEqual([counted(rate, 60_000), counted(rate, 60_000), counted(rate, 60_000)], [0, 0, 10]);
  });
});
