import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooLate } from './job-in-work.js';

describe('isTooLate', () => {
  const now = 1_000_000;

  it('is a job past its deadline', () => {
    assert.deepEqual([isTooLate({ deadline: now }, now), isTooLate({ deadline: now + 1 }, now)], [true, false]);
  });

  it('is an item of a batch with less time left than its page may take', () => {
    const renderMs = 60_000;
    const leftIs = (ms: number) => isTooLate({ deadline: now + ms, renderMs }, now);
    assert.deepEqual([leftIs(299_500), leftIs(59_500), leftIs(50_000), leftIs(-1)], [false, false, true, true]);
  });
});
