import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageRate } from './message-rate.js';

describe('the rate of messages', () => {
  it('is free for a burst, and so many a second after it', () => {
    const rate = new MessageRate({ perSecond: 100, burst: 3 }, 0);
    assert.deepEqual([rate.count(0), rate.count(0), rate.count(0)], [0, 0, 0]);
    assert.deepEqual([rate.count(0), rate.count(0)], [10, 20]);
    // Both are over, and one is free again.
    assert.equal(rate.count(30), 0);
    assert.equal(rate.count(30), 10);
  });

  it('saves up no more than a burst', () => {
    const rate = new MessageRate({ perSecond: 100, burst: 2 }, 0);
    assert.deepEqual([rate.count(60_000), rate.count(60_000), rate.count(60_000)], [0, 0, 10]);
  });
});
