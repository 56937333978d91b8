import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonShapeOf } from './json-shape.js';

const any = { levels: Infinity, values: Infinity };
const shape = (text: string, max = any) => jsonShapeOf(Buffer.from(text), max);

/** Levels and values, counted on the parsed value. */
const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;
const valuesOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return 1 + Math.max(0, inside.length - 1) + inside.reduce((sum, each) => sum + valuesOf(each), 0);
};

describe('the shape of JSON', () => {
  it('is that of the parsed text, with any content of strings', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const value = JSON.parse(text);
        // Text repeats a repeated name.
        const once = JSON.stringify(value);
        assert.deepEqual(shape(once), { levels: levelsOf(value), values: valuesOf(value) });
      }),
    );
    const odd = ['"', '\\', '\\"', '[', '{', ',', ']', 'é"', '\\\\"', '"\\'];
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.constantFrom(...odd)).map((all) => all.join('')),
          { maxLength: 9 },
        ),
        (strings) => {
          assert.deepEqual(shape(JSON.stringify(strings)), { levels: 1, values: Math.max(1, strings.length) });
        },
      ),
    );
  });

  it('is counted up to the limits only', () => {
    assert.deepEqual(shape('[[1,2]]', { levels: 2, values: 3 }), { levels: 2, values: 3 });
    assert.equal(shape('[[1,2]]', { levels: 1, values: 3 }), 'tooDeep');
    assert.equal(shape('[[1,2]]', { levels: 2, values: 2 }), 'tooWide');
  });

  it('is harmless for text that is not JSON', () => {
    for (const text of ['', '"', '"\\', '"\\"', ']]]', '"""', '\\"'])
      assert.deepEqual(shape(text), { levels: 0, values: 0 }, text);
  });
});
