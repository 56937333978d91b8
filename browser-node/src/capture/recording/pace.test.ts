import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pace, realTimeShowsMore } from './pace.js';

describe('pace', () => {
  it('is too slow if pictures of a moving page are missing', () => {
    const pace = new Pace(50);
    for (let at = 100; at <= 1000; at += 100) pace.taken(at, true);
    assert.equal(pace.tooSlow, 10);
  });

  it('suffices for a page that moves again after it stood still', () => {
    const pace = new Pace(50);
    for (let at = 50; at <= 500; at += 50) pace.taken(at, false);
    for (const at of [1500, 1550, 1600, 1650]) pace.taken(at, true);
    for (let at = 1700; at <= 2200; at += 50) pace.taken(at, false);
    for (const at of [3200, 3250]) pace.taken(at, true);
    assert.equal(pace.tooSlow, undefined);
  });
});

describe('real time', () => {
  const progress = { workedMs: 1000, leftMs: 20_000, loadMs: 2000, durationMs: 5000 };

  it('is better if virtual time would not reach the end', () => {
    assert.equal(realTimeShowsMore({ ...progress, atMs: 100 }), true);
  });

  it('is not if virtual time suffices, even where it is slower', () => {
    assert.equal(realTimeShowsMore({ ...progress, atMs: 300 }), false);
  });

  it('is not if the second load takes what is left', () => {
    assert.equal(realTimeShowsMore({ ...progress, atMs: 100, loadMs: 19_000 }), false);
  });
});
