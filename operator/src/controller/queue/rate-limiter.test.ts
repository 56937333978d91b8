import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayedClock } from '@tintype/stores/testing';
import { RateLimiter } from './rate-limiter.js';

const stage = (options: { perSecond?: number; burst?: number } = {}) => {
  const clock = new PlayedClock();
  return { clock, limiter: new RateLimiter(clock, { firstMs: 5, maxMs: 1000, perSecond: 10, burst: 100, ...options }) };
};

const waits = (limiter: RateLimiter, key: string, count: number) =>
  Array.from({ length: count }, () => limiter.waitAfterFailure(key));

describe('RateLimiter', () => {
  it('doubles the wait of a key with each failure, up to the longest', () => {
    const { limiter } = stage();
    assert.deepEqual(waits(limiter, 'a', 10), [5, 10, 20, 40, 80, 160, 320, 640, 1000, 1000]);
    assert.deepEqual(waits(limiter, 'b', 1), [5]);
    assert.deepEqual([limiter.retries('a'), limiter.retries('b'), limiter.retries('c')], [10, 1, 0]);
  });

  it('never waits longer than the longest, however often a key failed', () => {
    const { limiter } = stage({ perSecond: 1e9 });
    assert.equal(waits(limiter, 'a', 2000).at(-1), 1000);
  });

  it('begins again with a key that is forgotten', () => {
    const { limiter } = stage();
    waits(limiter, 'a', 5);
    limiter.forget('a');
    assert.deepEqual([limiter.retries('a'), limiter.waitAfterFailure('a')], [0, 5]);
  });

  it('lets a burst of all keys through, then a rate per second', async () => {
    const { limiter, clock } = stage({ burst: 3 });
    const keys = Array.from({ length: 6 }, (_, index) => `key-${index}`);
    assert.deepEqual(
      keys.map((key) => limiter.waitAfterFailure(key)),
      [5, 5, 5, 100, 200, 300],
    );
    await clock.advance(500);
    for (const key of keys) limiter.forget(key);
    assert.deepEqual(
      keys.map((key) => limiter.waitAfterFailure(key)),
      [5, 5, 100, 200, 300, 400],
    );
  });

  it('gives turns without a failure from the same bucket', () => {
    const { limiter } = stage({ burst: 2 });
    assert.deepEqual([limiter.waitForTurn(), limiter.waitForTurn(), limiter.waitForTurn()], [0, 0, 100]);
    assert.equal(limiter.waitAfterFailure('a'), 200);
    assert.equal(limiter.retries('a'), 1);
  });

  it('saves up no more than a burst', async () => {
    const { limiter, clock } = stage({ burst: 2 });
    await clock.advance(3_600_000);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => limiter.waitAfterFailure(key)),
      [5, 5, 100],
    );
  });
});
