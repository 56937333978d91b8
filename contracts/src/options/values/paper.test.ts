import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PaperOptions, paperFormats, paperOf } from './paper.js';

const plain: PaperOptions = { format: 'A4', landscape: false };
const millimetres = (inches: number) => Math.round(inches * 254) / 10;

describe('paperOf', () => {
  it('is A4 in inches', () => {
    const { width, height } = paperOf(plain);
    assert.deepEqual([millimetres(width), millimetres(height)], [210, 297]);
  });

  it('has Ledger on its side, and landscape turns it upright', () => {
    assert.deepEqual(paperOf({ ...plain, format: 'Ledger' }), { width: 17, height: 11 });
    assert.deepEqual(paperOf({ ...plain, format: 'Ledger', landscape: true }), { width: 11, height: 17 });
  });

  it('prefers width and height to the format, and turns them too', () => {
    const given = { ...plain, width: 3, height: 5 };
    assert.deepEqual(paperOf(given), { width: 3, height: 5 });
    assert.deepEqual(paperOf({ ...given, landscape: true }), { width: 5, height: 3 });
  });

  it('halves each sheet of ISO 216 into the next, to the millimetre', () => {
    const sheets = paperFormats
      .filter((format) => format.startsWith('A'))
      .map((format) => paperOf({ ...plain, format }));
    assert.equal(sheets.length, 7);
    for (const [index, { width, height }] of sheets.slice(1).entries()) {
      const larger = sheets[index];
      assert.ok(larger);
      assert.equal(millimetres(height), millimetres(larger.width));
      assert.equal(millimetres(width), Math.floor(millimetres(larger.height) / 2));
    }
  });
});
