import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayedClock } from './played-clock.js';

describe('a played clock', () => {
  it('stands still until time passes', async () => {
    const clock = new PlayedClock(1000);
    assert.deepEqual([clock.now(), clock.monotonic()], [1000, 0]);
    await clock.advance(250);
    assert.deepEqual([clock.now(), clock.monotonic()], [1250, 250]);
  });

  it('runs timers in the order in which they are due, then in which they were set', async () => {
    const clock = new PlayedClock();
    const runs: [string, number][] = [];
    const note = (name: string) => () => void runs.push([name, clock.monotonic()]);
    clock.after(20, note('late'));
    clock.after(10, note('first'));
    clock.after(10, note('second'));
    clock.after(-5, note('at once'));
    await clock.advance(19);
    assert.deepEqual(runs, [
      ['at once', 0],
      ['first', 10],
      ['second', 10],
    ]);
    assert.equal(clock.nextIn, 1);
    await clock.advance(1);
    assert.deepEqual(runs.at(-1), ['late', 20]);
    assert.equal(clock.nextIn, undefined);
  });

  it('does not run what was taken back, also by a timer before it', async () => {
    const clock = new PlayedClock();
    const runs: string[] = [];
    const takeBack = clock.after(10, () => runs.push('taken back'));
    clock.after(5, takeBack);
    await clock.advance(100);
    assert.deepEqual(runs, []);
  });

  it('runs what a timer has begun before the next timer, and timers that it sets', async () => {
    const clock = new PlayedClock();
    const runs: string[] = [];
    clock.after(1, () => {
      void (async () => {
        for (let step = 0; step < 5; step += 1) await undefined;
        runs.push('begun by the first');
        clock.after(1, () => runs.push('set by the first'));
      })();
    });
    clock.after(1, () => runs.push('second'));
    clock.after(3, () => runs.push('third'));
    await clock.advance(3);
    assert.deepEqual(runs, ['begun by the first', 'second', 'set by the first', 'third']);
  });

  it('has a wall clock that jumps, and timers that do not notice', async () => {
    const clock = new PlayedClock(0);
    let ran = false;
    clock.after(10, () => {
      ran = true;
    });
    clock.jump(60_000);
    await clock.advance(5);
    assert.equal(clock.now(), 60_005);
    assert.equal(ran, false);
  });
});
