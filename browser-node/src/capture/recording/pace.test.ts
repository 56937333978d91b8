import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pace, realTimeShowsMore, trialMsOf } from './pace.js';

describe('pace', () => {
  it('is too slow if pictures of a moving page are missing', () => {
    const pace = new Pace(50);
    for (let at = 100; at <= 1000; at += 100) pace.take(at, true);
    assert.deepEqual([pace.taken, pace.missed, pace.isTooSlow], [11, 10, true]);
  });

  it('is too slow if more than a tenth is missing', () => {
    const afterGap = (missing: number) => {
      const pace = new Pace(50);
      for (let count = 1; count <= 89; count += 1) pace.take(50 * (count > 45 ? count + missing : count), true);
      return pace;
    };
    const facts = ({ taken, missed, isTooSlow }: Pace) => [taken, missed, isTooSlow];
    assert.deepEqual(
      [facts(afterGap(10)), facts(afterGap(11))],
      [
        [90, 10, false],
        [90, 11, true],
      ],
    );
  });

  it('misses pictures also where each gap is shorter than two', () => {
    const pace = new Pace(50);
    for (let at = 70; at <= 2100; at += 70) pace.take(at, true);
    assert.deepEqual([pace.taken, pace.missed, pace.isTooSlow], [31, 12, true]);
  });

  it('misses pictures before the end, while the page moves', () => {
    const missedOf = (last: number, differs: boolean) => {
      const pace = new Pace(50);
      for (let at = 50; at <= last; at += 50) pace.take(at, differs);
      pace.end(1000);
      return pace.missed;
    };
    assert.deepEqual(
      [missedOf(0, true), missedOf(500, true), missedOf(950, true), missedOf(500, false)],
      [19, 9, 0, 0],
    );
  });

  it('keeps its rate where each picture delays the next frame of the screen', () => {
    const pace = new Pace(50);
    let taken = 0;
    for (let at = 0; at < 5000; at += 16.5) {
      if (!pace.isDue(at)) continue;
      pace.take(at, true);
      taken += 1;
      at += 8.5;
    }
    assert.ok(taken >= 98 && taken <= 100, `${taken} pictures in 5 s`);
  });

  it('has as many pictures a second as each rate asks for, on a screen of 60 frames', () => {
    for (let fps = 1; fps <= 50; fps += 1) {
      const pace = new Pace(1000 / fps);
      for (let at = 0; at < 10_000; at += 1000 / 60) if (pace.isDue(at)) pace.take(at, true);
      assert.ok(Math.abs(pace.taken - 10 * fps) <= 1 && pace.missed <= 1, `${fps}: ${pace.taken}, ${pace.missed}`);
    }
  });

  it('misses none while a script of the page keeps it from painting', () => {
    for (const isVideo of [false, true]) {
      const pace = new Pace(50, { isVideo });
      for (let at = 50; at <= 1000; at += 50) pace.take(at, true);
      pace.rest(600);
      for (let at = 1600; at <= 2000; at += 50) pace.take(at, true);
      assert.deepEqual([pace.taken, pace.missed], [30, 0]);
    }
  });

  it('misses those before and after that time', () => {
    const pace = new Pace(50);
    for (const at of [50, 100]) pace.take(at, true);
    pace.rest(600);
    for (const at of [1000, 1050]) pace.take(at, true);
    // The machine lost the other 300 ms.
    assert.equal(pace.missed, 5);
    pace.rest(500);
    pace.end(2000);
    assert.equal(pace.missed, 5 + 8);
  });

  it('counts the places of a video that repeat a picture, and no picture that lost its place', () => {
    const pacesOf = (times: readonly number[]) => {
      const paces = [false, true].map((isVideo) => new Pace(50, { isVideo }));
      for (const at of times) for (const pace of paces) pace.take(at, true);
      for (const pace of paces) pace.end(500);
      return paces.map(({ taken, missed }) => [taken, missed]);
    };
    const [even, uneven] = [
      [50, 100, 150, 200, 250, 300, 350, 400, 450],
      [50, 70, 90, 210, 230, 250, 370, 390, 410, 450],
    ];
    assert.deepEqual(pacesOf(even), [
      [10, 0],
      [10, 0],
    ]);
    assert.deepEqual(pacesOf(uneven), [
      [11, 0],
      [8, 2],
    ]);
  });

  it('misses none of a video whose page stood still', () => {
    const pace = new Pace(50, { isVideo: true });
    for (let at = 50; at <= 500; at += 50) pace.take(at, false);
    for (const at of [1500, 1550, 1600]) pace.take(at, true);
    assert.deepEqual([pace.taken, pace.missed], [4, 0]);
  });

  it('does not make up for pictures that a busy machine left out', () => {
    const pace = new Pace(50);
    pace.take(1000, true);
    assert.ok(!pace.isDue(1010));
    assert.ok(pace.isDue(1020));
    pace.take(1020, true);
    assert.ok(!pace.isDue(1060));
    assert.ok(pace.isDue(1070));
  });

  it('suffices for a page that moves again after it stood still', () => {
    const pace = new Pace(50);
    for (let at = 50; at <= 500; at += 50) pace.take(at, false);
    for (const at of [1500, 1550, 1600, 1650]) pace.take(at, true);
    for (let at = 1700; at <= 2200; at += 50) pace.take(at, false);
    for (const at of [3200, 3250]) pace.take(at, true);
    assert.equal(pace.isTooSlow, false);
  });
});

describe('real time', () => {
  it('is compared after a tenth of the time, within bounds', () => {
    assert.deepEqual([3000, 20_000, 300_000].map(trialMsOf), [1000, 2000, 5000]);
  });

  const progress = { leftMs: 20_000, loadMs: 2000, durationMs: 5000 };

  it('is better if virtual time would not reach the end', () => {
    assert.equal(realTimeShowsMore({ ...progress, atMs: 100, rate: 0.1 }), true);
  });

  it('is not if virtual time suffices, even where it is slower', () => {
    assert.equal(realTimeShowsMore({ ...progress, atMs: 300, rate: 0.3 }), false);
  });

  it('is not if the second load takes what is left', () => {
    assert.equal(realTimeShowsMore({ ...progress, atMs: 100, rate: 0.1, loadMs: 19_000 }), false);
  });
});
