import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeCells } from '../in-page/content/tables.js';

const cell = (rowSpan = 1, colSpan = 1) => ({ rowSpan, colSpan });
const none = undefined;

describe('the cells of a table', () => {
  for (const [what, rows, places] of [
    [
      'below a cell of two rows',
      [[cell(2), cell()], [cell()]],
      [
        [0, 1],
        [none, 0],
      ],
    ],
    [
      'beside a cell of two columns',
      [[cell(1, 2), cell()], [cell()]],
      [
        [0, none, 1],
        [0, none, none],
      ],
    ],
    [
      'below a cell to the end',
      [[cell(), cell(0)], [cell()], [cell()]],
      [
        [0, 1],
        [0, none],
        [0, none],
      ],
    ],
  ] as const) {
    it(`have empty places ${what}`, () => assert.deepEqual(placeCells(rows, 100), places));
  }

  it('have at most as many empty places as allowed', () => {
    const wide = Array.from({ length: 1000 }, () => cell(65_534));
    const rows = [wide, ...Array.from({ length: 10_000 }, () => [cell()])];
    const places = placeCells(rows, 100_000).flat();
    assert.equal(places.filter((place) => place === undefined).length, 100_000);
  });
});
