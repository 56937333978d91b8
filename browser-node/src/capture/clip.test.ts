import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClipOptions, clipOf, fitsIn, wholePixels } from './clip.js';

const viewport = { width: 1440, height: 900 };
const none: ClipOptions = { top: 0, left: 0, width: undefined, height: undefined, full: false };

describe('clipOf', () => {
  const cases: [string, Partial<ClipOptions>, number[]][] = [
    ['is the viewport by default', {}, [0, 0, 1440, 900]],
    ['takes width and height', { width: 10, height: 20 }, [0, 0, 10, 20]],
    ['reaches to the edge of the viewport', { left: 40, top: 100 }, [40, 100, 1400, 800]],
    ['has the size of the viewport below its edge', { left: 2000, top: 1000 }, [2000, 1000, 1440, 900]],
    ['goes beyond the viewport when told to', { top: 800, height: 500 }, [0, 800, 1440, 500]],
    ['is the page with full', { full: true }, [0, 0, 1440, 3000]],
    ['keeps the width with full, not the height', { full: true, width: 50, height: 60 }, [0, 0, 50, 3000]],
    ['is the rest of the page with full and top', { full: true, top: 2900 }, [0, 2900, 1440, 100]],
    ['is never empty', { full: true, top: 5000 }, [0, 5000, 1440, 1]],
  ];
  for (const [name, options, [x, y, width, height]] of cases) {
    it(name, () => assert.deepEqual(clipOf({ ...none, ...options }, viewport, 3000), { x, y, width, height }));
  }
});

describe('wholePixels', () => {
  it('grows to the pixels that a box touches', () => {
    const grown = wholePixels({ x: 10.4, y: 0.5, width: 100.2, height: 1 });
    assert.deepEqual(grown, { x: 10, y: 0, width: 101, height: 2 });
  });
  it('leaves whole pixels alone', () => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    assert.deepEqual(wholePixels(box), box);
  });
});

describe('fitsIn', () => {
  it('holds up to the edge', () => assert.equal(fitsIn({ x: 0, y: 0, ...viewport }, viewport), true));
  it('does not hold a pixel further', () => assert.equal(fitsIn({ x: 1, y: 0, ...viewport }, viewport), false));
});
