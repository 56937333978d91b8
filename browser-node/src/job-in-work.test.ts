import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooLate, waitedTooLong } from './job-in-work.js';

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

describe('waitedTooLong', () => {
  const deadline = 1_000_000;
  const pairs = { url: 'https://example.com', duration: '30', delay: '5' };
  const job = { endpoint: 'animated' as const, pairs, deadline, publishedAt: deadline - 60_000 };
  const leftIs = (ms: number) => waitedTooLong(job, deadline - ms);

  it('is a recording with less time left than its delay, a second and the end of its file', () => {
    assert.deepEqual([leftIs(20_000), leftIs(8000), leftIs(7999), leftIs(-1)], [false, false, true, true]);
  });

  it('is no recording that never had more time, and no picture', () => {
    assert.equal(waitedTooLong({ ...job, publishedAt: deadline - 7000 }, deadline - 6000), false);
    assert.equal(waitedTooLong({ ...job, endpoint: 'image' }, deadline - 1000), false);
  });
});
