import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { frozen } from './frozen.js';

describe('frozen', () => {
  it('copies to the depth, and drops what JSON would drop', () => {
    const value = { a: { b: [1, { c: 'x' }] }, d: undefined, e: null };
    const copy = frozen(value);
    assert.deepEqual(copy, { a: { b: [1, { c: 'x' }] }, e: null });
    assert.throws(() => (copy.a.b as unknown[]).push(2), TypeError);
    assert.throws(() => Object.assign(copy.a, { b: [] }), TypeError);
    value.a.b.push(2);
    assert.equal(copy.a.b.length, 2);
  });

  it('shares what is frozen already', () => {
    const part = frozen({ x: { y: 1 } });
    assert.equal(frozen({ part, other: 2 }).part, part);
  });
});
