import assert from 'node:assert/strict';
import { type MockTracker, test } from 'node:test';
import type { FrameSink } from './frame-sink.js';
import { ScreencastPictures } from './screencast-pictures.js';

interface Played {
  cast: ScreencastPictures;
  /** Names and times of the pictures that the encoder got. */
  added: [png: string, atMs: number][];
  /** Lets time pass. */
  pass: (milliseconds: number) => void;
  /** Sets the clock of the machine, which pictures are stamped with. */
  setClock: (by: number) => void;
  now: () => number;
}

const play = (mock: MockTracker): Played => {
  let [monotonic, clock] = [5000, 1e12];
  mock.method(performance, 'now', () => monotonic);
  mock.method(Date, 'now', () => clock);
  const pass = (milliseconds: number) => {
    monotonic += milliseconds;
    clock += milliseconds;
  };
  const setClock = (by: number) => {
    clock += by;
  };
  const added: Played['added'] = [];
  const differs = (png: string) => png !== added.at(-1)?.[0];
  const add = async (png: string, atMs: number) => {
    if (differs(png)) added.push([png, atMs]);
  };
  const sink = { isBusy: false, differs, add, keepShowing: async () => {} } as unknown as FrameSink;
  return { cast: new ScreencastPictures(sink, 20), added, pass, setClock, now: () => clock };
};

test('pictures that a busy browser sends in another order stay in the order of the page', ({ mock }) => {
  const { cast, added, pass, now } = play(mock);
  const begun = now();
  cast.add('0', begun);
  // Taken 33 ms apart, and encoded at the same time by several threads.
  const taken = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((number) => begun + number * 33);
  const arrivals = [1, 3, 2, 4, 7, 5, 6, 8];
  for (const number of arrivals) {
    pass(50);
    cast.add(`${number}`, taken[number] ?? 0);
    cast.tick();
  }
  assert.deepEqual(
    added,
    [0, 1, 3, 4, 7, 8].map((number) => [`${number}`, number * 33]),
  );
});

test('a picture that comes before the tick of a newer one does not replace that', ({ mock }) => {
  const { cast, added, pass, now } = play(mock);
  const begun = now();
  cast.add('0', begun);
  pass(100);
  cast.add('2', begun + 66);
  cast.add('1', begun + 33);
  cast.tick();
  assert.deepEqual(added, [
    ['0', 0],
    ['2', 66],
  ]);
});

for (const by of [-3_600_000, 3_600_000]) {
  test(`a clock that is set by ${by / 60_000} minutes keeps the times of later pictures`, ({ mock }) => {
    const { cast, added, pass, setClock, now } = play(mock);
    cast.durationMs = 5000;
    cast.add('0', now());
    pass(50);
    const stamped = now();
    setClock(by);
    // It was taken before the clock was set, so its time is unknown.
    cast.add('1', stamped);
    cast.tick();
    for (const name of ['2', '3']) {
      pass(50);
      cast.add(name, now());
      cast.tick();
    }
    assert.deepEqual(added, [
      ['0', 0],
      ['2', 100],
      ['3', 150],
    ]);
  });
}

test('a page rests once after each movement', ({ mock }) => {
  const { cast, pass, now } = play(mock);
  const rests = (png: string) => {
    cast.add(png, now());
    cast.tick();
    const early = cast.takeRestart();
    pass(300);
    return [early, cast.takeRestart(), cast.takeRestart()];
  };
  assert.deepEqual(rests('0'), [false, true, false]);
  assert.deepEqual(rests('0'), [false, false, false], 'the picture of the next start is the same');
  assert.deepEqual(rests('1'), [false, true, false], 'Chromium had dropped the last picture');
});

test('late pictures are missed before the end, too, but not where the page rests', async ({ mock }) => {
  const missedWith = async (latencyMs: number) => {
    const { cast, pass, now } = play(mock);
    cast.durationMs = 1000;
    const begun = now();
    cast.add('0', begun);
    for (const takenMs of [50, 350]) {
      pass(begun + takenMs + latencyMs - now());
      cast.add(`${takenMs}`, begun + takenMs);
      cast.tick();
    }
    await cast.end();
    mock.restoreAll();
    return cast.pace.missed;
  };
  // The last picture came 250 ms before the end, or 400.
  assert.deepEqual([await missedWith(400), await missedWith(250)], [17, 5]);
});
