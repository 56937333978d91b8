import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClipOptions, clipOf, contains, fullPageLeft, roundOut } from './clip.js';

const window = { x: 0, y: 0, width: 1440, height: 900 };
const fromRight = { ...window, x: 960 };
const page = { left: 0, height: 3000 };
const none: ClipOptions = { top: undefined, left: undefined, width: undefined, height: undefined, full: false };

describe('clipOf', () => {
  const cases: [string, Partial<ClipOptions>, number[]][] = [
    ['is the viewport by default', {}, [0, 0, 1440, 900]],
    ['takes width and height', { width: 10, height: 20 }, [0, 0, 10, 20]],
    ['reaches to the edge of the viewport', { left: 40, top: 100 }, [40, 100, 1400, 800]],
    ['has the size of the viewport below its edge', { left: 2000, top: 1000 }, [2000, 1000, 1440, 900]],
    ['reaches beyond the viewport with a height', { top: 800, height: 500 }, [0, 800, 1440, 500]],
    ['is the page with full', { full: true }, [0, 0, 1440, 3000]],
    ['keeps the width with full, not the height', { full: true, width: 50, height: 60 }, [0, 0, 50, 3000]],
    ['is the rest of the page with full and top', { full: true, top: 2900 }, [0, 2900, 1440, 100]],
    ['is never empty', { full: true, top: 5000 }, [0, 5000, 1440, 1]],
  ];
  for (const [name, options, [x, y, width, height]] of cases) {
    it(name, () => assert.deepEqual(clipOf({ ...none, ...options }, window, page), { x, y, width, height }));
  }

  const casesFromRight: typeof cases = [
    ['is the unscrolled window without a left', { top: 100, width: 50 }, [960, 100, 50, 800]],
    ['counts a left from the left of the page', { left: 0 }, [0, 0, 1440, 900]],
    ['reaches to the edge of that window', { left: 1000 }, [1000, 0, 1400, 900]],
    ['is as wide as the page with full', { full: true }, [0, 0, 2400, 3000]],
    ['is the right part of the page with full and left', { full: true, left: 500 }, [500, 0, 1900, 3000]],
  ];
  for (const [name, options, [x, y, width, height]] of casesFromRight) {
    it(`${name}, on a page that begins at its right`, () =>
      assert.deepEqual(clipOf({ ...none, ...options }, fromRight, page), { x, y, width, height }));
  }

  it('is as wide as the window with `full` if the page begins there', () => {
    const full = clipOf({ ...none, full: true }, fromRight, { left: 960, height: 3000 });
    assert.deepEqual(full, { ...fromRight, height: 3000 });
  });
});

describe('wholeLeft', () => {
  const beginningAt = (x: number) => ({ ...window, x });
  it('is the left of the page', () =>
    assert.deepEqual(
      [0, 60, 960].map((x) => fullPageLeft(beginningAt(x), true)),
      [0, 0, 0],
    ));
  it('is that of the window if the page cannot scroll there', () => assert.equal(fullPageLeft(fromRight, false), 960));
  it('is that of the window if the page reaches more than two windows further', () =>
    assert.deepEqual(
      [2880, 2881].map((x) => fullPageLeft(beginningAt(x), true)),
      [0, 2881],
    ));
});

describe('wholePixels', () => {
  it('grows to the pixels that a box touches', () => {
    const grown = roundOut({ x: 10.4, y: 0.5, width: 100.2, height: 1 });
    assert.deepEqual(grown, { x: 10, y: 0, width: 101, height: 2 });
  });
  it('leaves whole pixels alone', () => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    assert.deepEqual(roundOut(box), box);
  });
});

describe('contains', () => {
  const shown = { x: 100, y: 200, width: 50, height: 60 };
  it('includes each edge', () => assert.equal(contains(shown, shown), true));
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    it(`excludes one more pixel of ${side}`, () =>
      assert.equal(contains(shown, { ...shown, [side]: shown[side] + 1 }), false));
  }
  for (const side of ['x', 'y'] as const) {
    it(`excludes one pixel before ${side}`, () =>
      assert.equal(contains(shown, { ...shown, [side]: shown[side] - 1 }), false));
  }
});
