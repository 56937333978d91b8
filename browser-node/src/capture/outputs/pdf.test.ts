import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longestGap } from '../../in-page/print/blank.js';

describe('the longest blank part of a box', () => {
  for (const [what, spans, gap] of [
    ['the whole of an empty one', [], 100],
    [
      'below a list that drew its first rows',
      [
        [0, 10],
        [10, 20],
      ],
      80,
    ],
    ['above a list that drew its last rows', [[90, 100]], 90],
    [
      'between parts, in any order',
      [
        [70, 100],
        [0, 30],
        [5, 10],
      ],
      40,
    ],
    ['none below what sticks out', [[0, 120]], 0],
    ['not longer than the box', [[200, 300]], 100],
  ] as const) {
    it(`is ${what}`, () => {
      const parts = spans.map(([start, end]) => ({ start, end }));
      const { start, end } = longestGap(parts, { start: 0, end: 100 });
      assert.equal(end - start, gap);
    });
  }
});
