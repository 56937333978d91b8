import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chained, inverseOf, ontoQuad, placed, placedBox, scaledBy } from './projection.js';

const size = { width: 300, height: 200 };
const corners = [
  [0, 0],
  [300, 0],
  [300, 200],
  [0, 200],
] as const;
const rounded = (value: object) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each)));

describe('projection', () => {
  for (const [name, quad] of Object.entries({
    'half as large': [10, 20, 160, 20, 160, 120, 10, 120],
    'turned by 90 degrees': [200, 0, 200, 300, 0, 300, 0, 0],
    'seen in perspective': [0, 0, 300, 40, 300, 160, 0, 200],
  }))
    it(`maps a rectangle onto a quad, and back: ${name}`, () => {
      const projection = ontoQuad(quad, size);
      for (const [at, [x, y]] of corners.entries()) {
        const there = placed(projection, { x, y });
        assert.deepEqual(rounded(there), { x: quad[2 * at], y: quad[2 * at + 1] });
        assert.deepEqual(rounded(placed(inverseOf(projection), there)), { x, y });
      }
    });

  it('maps by an inner one first', () => {
    const moved = ontoQuad([10, 20, 310, 20, 310, 220, 10, 220], size);
    assert.deepEqual(rounded(placed(chained(scaledBy(2), moved), { x: 1, y: 1 })), { x: 22, y: 42 });
  });

  it('maps a box to the box around its corners', () => {
    const turned = ontoQuad([100, 0, 200, 100, 100, 200, 0, 100], { width: 100, height: 100 });
    assert.deepEqual(rounded(placedBox(turned, { x: 0, y: 0, width: 50, height: 100 })), {
      x: 0,
      y: 0,
      width: 150,
      height: 150,
    });
  });
});
