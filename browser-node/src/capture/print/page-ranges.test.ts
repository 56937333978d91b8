import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countPages, missingPages, rangesText } from './page-ranges.js';

const end = Number.POSITIVE_INFINITY;
const ranges = (...pairs: [first: number, last: number][]) => pairs.map(([first, last]) => ({ first, last }));

describe('the ranges for Chromium', () => {
  it('keep single pages and open ends', () => {
    assert.equal(rangesText(ranges([1, 3], [5, 5], [8, end])), '1-3,5-5,8-');
  });
});

describe('the first page that a document lacks', () => {
  for (const [asked, printed, missing] of [
    [ranges([1, 3]), 3, undefined],
    [ranges([1, 3]), 2, 3],
    [ranges([5, 6], [1, 2]), 2, 5],
    [ranges([1, 3], [2, 4], [5, 5]), 5, undefined],
    [ranges([1, 3], [2, 4], [5, 5]), 3, 4],
    [ranges([2, end]), 1, undefined],
    [ranges([1, 1], [3, end]), 1, 3],
    [ranges([7, 9]), 0, 7],
    [ranges([7, end]), 0, 7],
  ] as const) {
    it(`is ${missing} with ${printed} pages of ${rangesText(asked)}`, () => {
      const sentence = missingPages(asked, printed);
      assert.equal(sentence?.match(/no page (\d+)/)?.[1], missing?.toString());
      if (missing !== undefined) assert.equal(sentence?.includes('leave it out'), printed === 0);
    });
  }
});

describe('countPages', () => {
  it('counts dictionaries of pages, not of their tree', () => {
    const file = '<</Type /Pages /Count 2>> <</Type /Page\n/Parent 1>> <</Type /Page/Parent 1>> <</Type /PageLabel>>';
    assert.equal(countPages(Buffer.from(file)), 2);
    assert.equal(countPages(Buffer.from('%PDF /Type /Page')), 0);
  });
});
