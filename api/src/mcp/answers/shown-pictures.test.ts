import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShowable } from './shown-pictures.js';

/** The header alone: nothing decodes the rest. */
const pngOf = (width: number, height: number, bytes = 100): Buffer => {
  const png = Buffer.alloc(bytes);
  png.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

describe('pictures that an answer shows', () => {
  it('have at most 8,000 px a side, and 5 MB as base64', () => {
    assert.equal(isShowable('image/png', pngOf(8000, 8000, 3_750_000)), true);
    assert.equal(isShowable('image/png', pngOf(100, 8001)), false);
    assert.equal(isShowable('image/png', pngOf(8001, 100)), false);
    assert.equal(isShowable('image/png', pngOf(100, 100, 3_750_001)), false);
  });

  it('are of types that models take, and can be read', () => {
    assert.equal(isShowable('image/avif', pngOf(10, 10)), false);
    assert.equal(isShowable('image/png', Buffer.from('no picture')), false);
  });
});
