import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { darkSamples } from '../../in-page/dark/samples.js';

/** A canvas on which reading a picture takes time. */
const slowCanvas = (draw: () => void) =>
  class {
    getContext() {
      return {
        drawImage: draw,
        getImageData: () => ({ data: new Uint8ClampedArray(4) }),
      };
    }
  };

describe('the pixels of pictures in dark mode', () => {
  /** On a played clock. */
  let now = 0;
  let drawn = 0;
  beforeEach((context) => {
    now = 0;
    drawn = 0;
    if (!('mock' in context)) throw new Error('The clock cannot be played.');
    context.mock.method(performance, 'now', () => now);
    const draw = () => {
      now += 150;
      drawn += 1;
    };
    Object.assign(globalThis, { OffscreenCanvas: slowCanvas(draw) });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'OffscreenCanvas'));

  const imageOf = (src: string, side = 100) =>
    ({ complete: true, naturalWidth: side, naturalHeight: side, src }) as HTMLImageElement;
  const box = { left: 0, top: 0, right: 100, bottom: 100, width: 100, height: 100 } as DOMRect;

  it('are read for 300 ms in all', () => {
    const { pixelsOf } = darkSamples();
    const reads = Array.from({ length: 4 }, () => pixelsOf(imageOf('/a.png')) !== undefined);
    assert.deepEqual(reads, [true, true, false, false]);
  });

  it('leave 200 ms for what lies behind texts', () => {
    const { pixelsOf, isTransparent, meanBehind } = darkSamples();
    pixelsOf(imageOf('/a.png'));
    pixelsOf(imageOf('/b.png'));
    for (const at of [0, 1, 2]) {
      isTransparent(imageOf(`/${at}.png`));
      meanBehind(imageOf(`/${at}.jpg`), box, box);
    }
    assert.deepEqual([drawn, meanBehind(imageOf('/c.jpg'), box, box)], [4, undefined]);
  });

  it('of a huge picture are not read', () => {
    const { isTransparent, meanBehind } = darkSamples();
    const huge = imageOf('/huge.png', 6000);
    assert.deepEqual([isTransparent(huge), meanBehind(huge, box, box), drawn], [false, undefined, 0]);
  });
});
