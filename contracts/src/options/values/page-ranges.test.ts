import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageRanges } from './page-ranges.js';

describe('pageRanges', () => {
  const end = Number.POSITIVE_INFINITY;
  for (const [text, ...ranges] of [
    ['1', [1, 1]],
    ['1-3,5', [1, 3], [5, 5]],
    [' 2 - 4 , 99999', [2, 4], [99_999, 99_999]],
    ['-2,8-', [1, 2], [8, end]],
    [Array.from({ length: 100 }, () => '1').join(','), ...Array.from({ length: 100 }, () => [1, 1])],
  ] as [string, ...[number, number][]][]) {
    it(`reads ${text.slice(0, 20)}`, () => {
      const expected = ranges.map(([first, last]) => ({ first, last }));
      assert.deepEqual(pageRanges().parse(text), expected);
    });
  }

  const many = Array.from({ length: 101 }, () => '1').join(',');
  for (const text of ['', ',', '1,', '-', '0', '0-2', '3-1', '1--2', '1.5', '1;2', '100000', '1-100000', 'all', many]) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      const message = 'up to 100 pages or ranges from 1 to 99999, such as 1-3,5 or 2-';
      assert.equal(pageRanges().safeParse(text).error?.issues[0]?.message, message);
    });
  }
});
