import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unbrokenColumns } from './tables.js';

describe('columns whose words stay whole', () => {
  for (const [what, longest, unbroken] of [
    ['all, where all fit', [20, 20, 20], [0, 1, 2]],
    ['the short ones beside a long address', [12, 120, 14], [0, 2]],
    ['the first of many that are too long', [30, 30, 30, 30], [0]],
    ['none of those that exceed the row', [200, 100], []],
    ['one that takes what short ones leave', [5, 60, 5], [0, 1, 2]],
    ['all of an empty table', [0, 0], [0, 1]],
  ] as const) {
    it(`are ${what}`, () => assert.deepEqual([...unbrokenColumns(longest)].sort(), unbroken));
  }
});
