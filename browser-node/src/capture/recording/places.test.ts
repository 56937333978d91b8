import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Placed, placesOf } from './places.js';

/** The time of the picture at each place, from the first picture on. */
const shownOf = (times: readonly number[], placeMs: number): (number | undefined)[] => {
  const [first = 0, ...others] = times;
  let placed: (Placed & { ms: number })[] = [{ ms: first, at: first / placeMs, place: Math.round(first / placeMs) }];
  for (const ms of others) {
    const [last, ...earlier] = placed as [(typeof placed)[0], ...typeof placed];
    const at = ms / placeMs;
    const { before, place } = placesOf({ at, before: last, fixed: earlier[0]?.place ?? last.place });
    const kept = before === place ? [] : [{ ...last, place: before }];
    placed = [{ ms, at, place }, ...kept, ...earlier];
  }
  const begin = placed.at(-1)?.place ?? 0;
  const length = (placed[0]?.place ?? 0) + 1 - begin;
  return Array.from({ length }, (_, index) => placed.find(({ place }) => place <= begin + index)?.ms);
};

describe('places', () => {
  it('show all pictures of a page that come at uneven times', () => {
    // Six pictures for nine places.
    const shown = shownOf([970, 1050, 1140, 1190, 1220, 1340], 50);
    assert.deepEqual(shown, [970, 970, 1050, 1050, 1140, 1190, 1220, 1220, 1340]);
  });

  it('show a late picture, too, that is followed by one on time', () => {
    const times = [0, 50, 130, 150, 230, 250, 300];
    assert.deepEqual(shownOf(times, 50), times);
  });

  it('show a picture later if no place before it is free', () => {
    const times = [0, 50, 80, 115, 200];
    assert.deepEqual(shownOf(times, 50), times);
  });

  it('lose a picture if no place beside it is free', () => {
    assert.deepEqual(shownOf([0, 50, 80, 90, 150], 50), [0, 50, 90, 150]);
  });

  it('show pictures at their exact times', () => {
    for (const fps of [20, 30, 50]) {
      const times = Array.from({ length: 5 * fps }, (_, index) => (index * 1000) / fps);
      assert.deepEqual(shownOf(times, 1000 / fps), times);
    }
  });
});
