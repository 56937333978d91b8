import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progressLine } from './progress.js';

describe('progress', () => {
  it('shows counts, rate and what is left', () => {
    const state = {
      total: 40,
      succeeded: 11,
      failed: 1,
      cancelled: 0,
      itemsPerSecond: 3.14,
      secondsLeft: 9,
      status: 'processing',
    };
    const line = progressLine({ ...state, waitingFor: null } as never);
    assert.equal(line, `[${'#'.repeat(9)}${'.'.repeat(21)}] 12 of 40, 1 failed, 3.1/s, 9 s left`);
  });
});
