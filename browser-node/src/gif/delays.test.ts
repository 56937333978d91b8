import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delaysOf, shortestDelay, startOfLast, toHundredths } from './delays.js';

test('each rate from 1 to 50 keeps all its pictures for 30 s, within half a hundredth of their time', () => {
  for (let fps = 1; fps <= 50; fps += 1) {
    const times = Array.from({ length: 30 * fps }, (_, index) => (1000 * index) / fps);
    const starts = times.map((at) => toHundredths(at, 0));
    const delays = delaysOf(starts, 3000);
    const [least, most] = [Math.floor(100 / fps), Math.ceil(100 / fps)];
    // A picture that comes earlier than the shortest delay would replace the one before.
    assert.ok(least >= shortestDelay && delays.every((delay) => delay >= least && delay <= most), `${fps}: ${delays}`);
    assert.equal(startOfLast(starts.at(-1) ?? 0, 3000, starts.at(-2)), starts.at(-1));
    let start = 0;
    for (const [index, delay] of delays.entries()) {
      assert.ok(Math.abs(10 * start - (times[index] ?? 0)) <= 5, `${fps}: picture ${index} begins at ${start}`);
      start += delay;
    }
    assert.equal(start, 3000);
  }
});
