import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { viewIn } from './view.js';

const desk = { offsetX: 0, offsetY: 0, pageX: 0, pageY: 0, clientWidth: 1440, clientHeight: 900, scale: 1 };
const area = (x: number, y: number, width = 1440, height = 900) => ({ x, y, width, height });

/** Chromium 156: the layout viewport counts from the document's left edge, the visual one from its start. */
const view = (
  [x, y]: [number, number],
  visual: Partial<typeof desk>,
  [width, height]: [number, number] = [1440, 4000],
) =>
  viewIn({
    cssLayoutViewport: { pageX: x, pageY: y },
    cssVisualViewport: { ...desk, ...visual },
    cssContentSize: { width, height },
  });

describe('viewIn', () => {
  it('shows the window at its scroll position', () => {
    const { shown, initial, origin } = view([300, 2000], { pageX: 300, pageY: 2000 }, [2400, 4000]);
    assert.deepEqual([shown, initial, origin], [area(300, 2000), area(0, 0), { x: 0, y: 0 }]);
  });

  it('begins at the right end of a right-to-left page, scrolled or not', () => {
    const still = view([60, 0], {}, [1500, 1200]);
    assert.deepEqual([still.shown, still.initial], [area(60, 0), area(60, 0)]);
    const scrolled = view([5, 30], { pageX: -55, pageY: 30 }, [1500, 1200]);
    assert.deepEqual([scrolled.shown, scrolled.initial], [area(5, 30), area(60, 0)]);
    for (const { origin } of [still, scrolled]) assert.deepEqual(origin, { x: 60, y: 0 });
  });

  it('begins at the lower end if lines run upwards', () => {
    assert.deepEqual(view([0, 2100], {}, [1440, 3000]).initial, area(0, 2100));
  });

  it('is the part of the page that a phone is zoomed to', () => {
    const zoomed = { offsetY: 329.5, pageY: 2000.5, clientWidth: 196.5, clientHeight: 329.5, scale: 2 };
    const { shown, origin, zoom } = view([0, 1671], zoomed, [393, 4000]);
    assert.deepEqual([shown, origin, zoom], [area(0, 2000.5, 196.5, 329.5), { x: 0, y: 0 }, 2]);
  });

  it('begins within the page if a phone shows all of it', () => {
    const small = { pageX: -520, clientWidth: 1500, clientHeight: 2515, scale: 0.262 };
    assert.deepEqual(view([0, 0], small, [1500, 2516]).initial, area(0, 0, 1500, 2515));
  });
});
