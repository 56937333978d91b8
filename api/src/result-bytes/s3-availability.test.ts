import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createLog } from '@tintype/runtime';
import { S3Failure } from '../s3/s3-bucket.js';
import { S3Availability } from './s3-availability.js';

const log = createLog('test', 'silent');
const failure = new S3Failure('get', new Error('away'));

/** A store whose probes end with `outcome`, and are noted like a bucket's. */
const stage = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { probes: 0, outcome: failure as S3Failure | undefined };
  const availability = new S3Availability({
    log,
    probe: async () => {
      state.probes += 1;
      availability.note(state.outcome);
      if (state.outcome) throw state.outcome;
    },
  });
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) {
      t.mock.timers.tick(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { state, availability, seconds };
};

describe('S3Availability', () => {
  it('follows the last request', (t) => {
    const { availability } = stage(t);
    assert.equal(availability.up, true);
    availability.note(failure);
    assert.equal(availability.up, false);
    availability.note(undefined);
    assert.equal(availability.up, true);
    availability.close();
  });

  it('probes each second while the store fails, and not later', async (t) => {
    const { availability, state, seconds } = stage(t);
    await seconds(5);
    assert.equal(state.probes, 0);
    availability.note(failure);
    await seconds(3);
    assert.deepEqual([state.probes, availability.up], [3, false]);
    state.outcome = undefined;
    await seconds(5);
    assert.deepEqual([state.probes, availability.up], [4, true]);
  });

  it('uses one timer, however often the store fails and recovers', async (t) => {
    const { availability, state, seconds } = stage(t);
    for (let round = 0; round < 5; round++) for (const end of [failure, undefined]) availability.note(end);
    availability.note(failure);
    await seconds(3);
    assert.equal(state.probes, 3);
    availability.close();
    await seconds(3);
    assert.equal(state.probes, 3);
  });
});
