import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shortSchedules } from '../../explorer/explore.js';
import { playSeed } from '../../explorer/play/random.js';

const explorer = fileURLToPath(new URL('../../explorer/main.js', import.meta.url));

describe('the life of a session, by chance', () => {
  // A program of its own: node:test's async hook doubles the CPU time of promises.
  it(`keeps every invariant in ${shortSchedules} random schedules`, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [explorer, `--seeds=0-${shortSchedules}`]);
    assert.match(stdout, new RegExp(`all ${shortSchedules} schedules pass`));
  });

  it('is the same again when a schedule is played again', async () => {
    const logs = [];
    for (let time = 0; time < 2; time++) logs.push((await playSeed(7)).log);
    assert.deepEqual(logs[0], logs[1]);
  });
});
