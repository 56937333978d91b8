import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { darkSamples } from '../../in-page/dark/samples.js';

/** A canvas on which reading a picture takes 150 ms of the played clock. */
const slowCanvas = (advance: (milliseconds: number) => void) =>
  class {
    getContext() {
      return {
        drawImage: () => advance(150),
        getImageData: () => ({ data: new Uint8ClampedArray(4) }),
      };
    }
  };

describe('the pixels of pictures in dark mode', () => {
  let now = 0;
  beforeEach((context) => {
    if (!('mock' in context)) throw new Error('The clock cannot be played.');
    context.mock.method(performance, 'now', () => now);
    const advance = (milliseconds: number) => {
      now += milliseconds;
    };
    Object.assign(globalThis, { OffscreenCanvas: slowCanvas(advance) });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'OffscreenCanvas'));

  it('are read for 300 ms in all', () => {
    const { pixelsOf } = darkSamples();
    const image = { complete: true, naturalWidth: 100, naturalHeight: 100, src: '/a.png' } as HTMLImageElement;
    const reads = Array.from({ length: 4 }, () => pixelsOf(image) !== undefined);
    assert.deepEqual(reads, [true, true, false, false]);
  });
});
