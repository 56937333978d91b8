import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastDays, rangeFaults, topOf } from './days.js';

describe('a range of days', () => {
  it('ends today, in UTC', () =>
    assert.deepEqual(lastDays(30, Date.parse('2026-03-01T23:59:59Z')), { from: '2026-01-31', to: '2026-03-01' }));

  for (const [from, to, fault] of [
    ['2026-01-01', '2026-01-01', {}],
    ['2024-01-01', '2024-12-31', {}],
    ['2024-01-01', '2025-01-01', { from: 'At most 366 days.' }],
    ['2026-01-02', '2026-01-01', { to: 'The last day is before the first.' }],
    ['', '2026-01-01', { from: 'Enter the first day.' }],
    ['2026-01-01', '', { to: 'Enter the last day.' }],
  ] as const)
    it(`from ${from} to ${to}: ${JSON.stringify(fault)}`, () => assert.deepEqual(rangeFaults({ from, to }), fault));
});

describe('the top of a chart', () => {
  for (const [most, top] of [
    [0, 4],
    [3, 4],
    [5, 8],
    [9, 12],
    [10, 20],
    [11, 20],
    [99, 100],
    [399, 400],
    [401, 800],
    [1000, 1000],
  ] as const)
    it(`of ${most} is ${top}`, () => assert.equal(topOf([0, most]), top));
});
