import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSize, drawingOf, resizedSize, shrinkFactor } from './picture-size.js';

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
    assert.deepEqual(drawingOf(window, { width: 720, height: 450 }), { factor: 0.5, part: window });
    assert.equal(drawingOf(window, { width: 100, height: 100 }), undefined);
    for (let width = 1; width < 2000; width += 1) {
      const target = resizedSize({ resizeWidth: width }, window);
      const drawing = target && drawingOf(window, target);
      assert.ok(drawing, `${width}`);
      const { factor, part } = drawing;
      assert.ok(part.width <= 1440.001 && part.height <= 900.001, JSON.stringify(part));
      assert.deepEqual({ width: Math.round(part.width * factor), height: Math.round(part.height * factor) }, target);
    }
  });

  it('has limits', () => {
    checkSize({ width: 16_384, height: 10 }, 'avif');
    assert.throws(
      () => checkSize({ width: 16_385, height: 10 }, 'avif'),
      /format avif has at most 16384 pixels per side/,
    );
    assert.throws(() => checkSize({ width: 10_000, height: 2501 }, 'avif'), /at most 25 megapixels/);
    const large = { width: 10_001, height: 10_000 };
    assert.throws(() => checkSize(large, 'png'), /10001 × 10000 pixels: more than 100 megapixels.* smaller clip/);
    assert.throws(() => checkSize(large, 'png', true), /100 megapixels\. Use a smaller `resizeWidth`/);
    assert.throws(
      () => checkSize({ width: 20_000, height: 10 }, 'webp', true),
      /at most 16383 pixels per side\. Use png or a smaller `resizeWidth` or `resizeHeight`\.$/,
    );
    assert.throws(
      () => checkSize({ width: 10_000, height: 2501 }, 'avif', true),
      /Use webp, or a smaller `resizeWidth` or `resizeHeight`\.$/,
    );
  });

  it('is shrunk as far as both edges allow', () => {
    assert.equal(shrinkFactor(window, { width: 720, height: 90 }), 0.5);
    assert.equal(shrinkFactor(window, { width: 144, height: 1800 }), undefined);
  });
});
