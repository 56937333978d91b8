import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticksOf } from './record-virtual.js';

test('each rate and duration has all of its pictures, and frames near 60 a second', () => {
  for (let fps = 1; fps <= 50; fps += 1)
    for (let seconds = 1; seconds <= 30; seconds += 1) {
      const { perPicture, intervalMs, ticks } = ticksOf(fps, 1000 * seconds);
      assert.equal(ticks, seconds * fps * perPicture, `${fps} a second for ${seconds} s`);
      assert.ok(Math.abs(ticks * intervalMs - 1000 * seconds) < 0.001);
      const frames = fps * perPicture;
      assert.ok(Math.abs(frames - 60) <= fps / 2, `${frames} frames a second`);
    }
  assert.deepEqual(ticksOf(20, 5000), { perPicture: 3, intervalMs: 1000 / 60, ticks: 300 });
  assert.deepEqual(ticksOf(25, 1000), { perPicture: 2, intervalMs: 20, ticks: 50 });
});
