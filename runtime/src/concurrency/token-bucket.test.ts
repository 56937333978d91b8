import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenBucket } from './token-bucket.js';

describe('TokenBucket', () => {
  it('gives a burst, then `perSecond` tokens a second', () => {
    const bucket = new TokenBucket({ perSecond: 100, burst: 3 });
    const takes = (now: number) => bucket.take(now);
    assert.deepEqual([0, 0, 0, 0, 9, 10, 10].map(takes), [true, true, true, false, false, true, false]);
    assert.equal(bucket.tokens(10), 0);
    assert.equal(bucket.tokens(25), 1.5);
  });

  it('holds at most a burst', () => {
    const bucket = new TokenBucket({ perSecond: 100, burst: 2 });
    assert.equal(bucket.isFull(0), true);
    bucket.spend(0);
    assert.equal(bucket.isFull(9), false);
    assert.equal(bucket.isFull(10), true);
    assert.equal(bucket.tokens(60_000), 2);
  });

  it('owes what was spent without a token, and says how long', () => {
    const bucket = new TokenBucket({ perSecond: 1000, burst: 64 });
    bucket.spend(0, 64);
    assert.equal(bucket.waitMs(0), 0);
    bucket.spend(0, 500);
    assert.deepEqual([bucket.waitMs(0), bucket.waitMs(499), bucket.waitMs(500)], [500, 1, 0]);
    assert.equal(bucket.tokens(0), -500);
  });

  it('keeps its tokens when the rate changes, at most the new burst', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 10 });
    bucket.spend(0, 4);
    bucket.changeRate({ perSecond: 20, burst: 20 }, 0);
    assert.deepEqual([bucket.tokens(0), bucket.tokens(100)], [6, 8]);
    bucket.changeRate({ perSecond: 5, burst: 5 }, 100);
    assert.deepEqual([bucket.tokens(100), bucket.isFull(100)], [5, true]);
  });

  it('gives nothing at a rate of 0, also when the rate changes', () => {
    const none = { perSecond: 0, burst: 0 };
    const bucket = new TokenBucket({ perSecond: 10, burst: 10 });
    bucket.changeRate(none, 0);
    bucket.changeRate(none, 1000);
    assert.equal(bucket.take(1000), false);
    bucket.changeRate({ perSecond: 10, burst: 10 }, 2000);
    assert.equal(bucket.take(2000 + 100), true);
  });
});
