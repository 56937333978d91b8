import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysBetween } from './usage.js';

const now = Date.parse('2026-03-01T23:59:59.999Z');

describe('the days of a usage', () => {
  it('are 30 up to today, or from and to the given ones', () => {
    const days = daysBetween({}, now);
    assert.deepEqual([days.length, days[0], days.at(-1)], [30, '2026-01-31', '2026-03-01']);
    assert.deepEqual(daysBetween({ from: '2026-02-27' }, now), ['2026-02-27', '2026-02-28', '2026-03-01']);
    assert.equal(daysBetween({ to: '2026-02-28' }, now)[0], '2026-01-30');
    assert.deepEqual(daysBetween({ from: '2024-02-29', to: '2024-02-29' }, now), ['2024-02-29']);
    assert.equal(daysBetween({ from: '2024-01-01', to: '2024-12-31' }, now).length, 366);
  });

  it('are at least one and at most 366', () => {
    const later = /Give an earlier `from`\.$/;
    assert.throws(() => daysBetween({ from: '2026-03-02' }, now), later);
    assert.throws(() => daysBetween({ from: '2026-02-02', to: '2026-02-01' }, now), later);
    assert.throws(
      () => daysBetween({ from: '2025-01-01', to: '2026-01-02' }, now),
      /has 367 days\. Ask for at most 366\.$/,
    );
  });
});
