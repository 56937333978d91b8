import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { timestamp } from './timestamp.js';

const admits = (text: string) => timestamp().safeParse(text).success;

const times = { min: new Date('1000-01-01T00:00:00Z'), max: new Date('2999-12-31T23:59:59.999Z'), noInvalidDate: true };

describe('timestamp', () => {
  it('takes what a Date prints, and the same without milliseconds', () => {
    fc.assert(
      fc.property(
        fc.date(times),
        (date) => admits(date.toISOString()) && admits(`${date.toISOString().slice(0, 19)}Z`),
      ),
    );
  });

  it('takes existing days only', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    for (const year of [1900, 1904, 1996, 2000, 2024, 2026, 2100, 2400]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${two(month)}-${two(day)}T00:00:00Z`;
          const date = new Date(Date.UTC(year, month - 1, day));
          assert.equal(admits(text), date.getUTCMonth() === month - 1 && date.getUTCDate() === day, text);
        }
      }
    }
  });

  it('takes no other form', () => {
    const day = '2026-03-01';
    for (const rest of ['', 'T12:00Z', ' 12:00:00Z', 'T12:00:00', 'T12:00:00z', 'T12:00:00+00:00', 'T24:00:00Z']) {
      assert.equal(admits(day + rest), false, rest);
    }
    for (const rest of ['T12:60:00Z', 'T12:00:60Z', 'T12:00:00.Z', 'T12:00:00.1234Z', 'T12:00:00Z\n']) {
      assert.equal(admits(day + rest), false, rest);
    }
  });
});
