import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exploreSeeds } from '../../explorer/explore.js';
import { playSeed } from '../../explorer/random.js';

/** `make explore` plays 10,000. */
const schedules = 1000;

describe('the life of a session, by chance', () => {
  it(`keeps every invariant in ${schedules} random schedules`, () => exploreSeeds({ from: 0, to: schedules }));

  it('is the same again when a schedule is played again', async () => {
    const logs = [];
    for (let time = 0; time < 2; time++) logs.push((await playSeed(7)).log);
    assert.deepEqual(logs[0], logs[1]);
  });
});
