import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exploreSeeds, shortSchedules } from '../../explorer/explore.js';
import { playSeed } from '../../explorer/play/random.js';

describe('the life of a session, by chance', () => {
  it(`keeps every invariant in ${shortSchedules} random schedules`, () =>
    exploreSeeds({ from: 0, to: shortSchedules }));

  it('is the same again when a schedule is played again', async () => {
    const logs = [];
    for (let time = 0; time < 2; time++) logs.push((await playSeed(7)).log);
    assert.deepEqual(logs[0], logs[1]);
  });
});
