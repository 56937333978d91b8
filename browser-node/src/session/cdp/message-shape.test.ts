import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shapeOf } from './message-shape.js';

const any = { levels: Infinity, values: Infinity };
const shape = (text: string, most = any) => shapeOf(Buffer.from(text), most);

/** The same, of what has been read. */
const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;
const valuesOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value);
  return 1 + Math.max(0, inside.length - 1) + inside.reduce((sum, each) => sum + valuesOf(each), 0);
};

describe('the shape of a message', () => {
  it('is that of what it says, whatever stands in its strings', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const value = JSON.parse(text);
        // A name that is there twice is in the text twice.
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

  it('is not looked at further than it may go', () => {
    assert.deepEqual(shape('[[1,2]]', { levels: 2, values: 3 }), { levels: 2, values: 3 });
    assert.equal(shape('[[1,2]]', { levels: 1, values: 3 }), 'tooDeep');
    assert.equal(shape('[[1,2]]', { levels: 2, values: 2 }), 'tooWide');
  });

  it('of what is no JSON does no harm', () => {
    for (const text of ['', '"', '"\\', '"\\"', ']]]', '"""', '\\"'])
      assert.deepEqual(shape(text), { levels: 0, values: 0 }, text);
  });
});
