import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byteRangeOf } from './byte-range.js';

const whole = undefined;

const cases: [header: string, range: ReturnType<typeof byteRangeOf>][] = [
  ['', whole],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['Bytes=9-', { start: 9, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-20', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', whole],
  ['bytes=-', whole],
  ['bytes=0-1,3-4', whole],
  ['bytes=a-b', whole],
  ['bytes=1-2-3', whole],
  ['lines=1-2', whole],
  [`bytes=${'9'.repeat(99)}-`, whole],
];

describe('byteRangeOf', () => {
  for (const [header, range] of cases)
    it(`reads ${header.slice(0, 20) || 'nothing'}`, () => assert.deepEqual(byteRangeOf(header, 10), range));

  it('finds no range in an empty file', () => assert.equal(byteRangeOf('bytes=0-', 0), 'unsatisfiable'));
});
