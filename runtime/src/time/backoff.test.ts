import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { Backoff } from './backoff.js';

const delays = (count: number, random: number, backoff = new Backoff({ firstMs: 100, maxMs: 1000 })) => {
  mock.method(Math, 'random', () => random);
  return Array.from({ length: count }, () => backoff.next());
};

describe('Backoff', () => {
  afterEach(() => mock.restoreAll());

  it('doubles up to the longest, and draws from the upper half', () => {
    assert.deepEqual(delays(6, 0), [50, 100, 200, 400, 500, 500]);
    assert.deepEqual(delays(6, 1), [100, 200, 400, 800, 1000, 1000]);
  });

  it('never exceeds the longest wait', () => {
    assert.deepEqual(delays(2000, 1).at(-1), 1000);
  });

  it('starts again after a reset', () => {
    const backoff = new Backoff({ firstMs: 100, maxMs: 1000 });
    delays(4, 0, backoff);
    backoff.reset();
    assert.deepEqual(delays(1, 0, backoff), [50]);
  });
});
