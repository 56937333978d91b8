import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSize, drawingScale, resizedSize } from './picture-size.js';

const window = { width: 1440, height: 900 };

describe('the size of a picture', () => {
  it('keeps the proportions with one edge, and takes both as they are', () => {
    assert.equal(resizedSize({}, window), undefined);
    assert.deepEqual(resizedSize({ resizeWidth: 480 }, window), { width: 480, height: 300 });
    assert.deepEqual(resizedSize({ resizeHeight: 301 }, window), { width: 482, height: 301 });
    assert.deepEqual(resizedSize({ resizeWidth: 100, resizeHeight: 100 }, window), { width: 100, height: 100 });
    assert.deepEqual(resizedSize({ resizeWidth: 1 }, { width: 5000, height: 1 }), { width: 1, height: 1 });
  });

  it('is one that Chromium can draw, if the proportions stay', () => {
    assert.equal(drawingScale(window, { width: 720, height: 450 }), 0.5);
    assert.ok(drawingScale(window, { width: 482, height: 301 }));
    assert.equal(drawingScale(window, { width: 100, height: 100 }), undefined);
  });

  it('has limits', () => {
    checkSize({ width: 16_384, height: 10 }, 'avif');
    assert.throws(
      () => checkSize({ width: 16_385, height: 10 }, 'avif'),
      /format avif has at most 16384 pixels per side/,
    );
    assert.throws(() => checkSize({ width: 10_001, height: 10_000 }, 'png'), /100 megapixels/);
  });
});
