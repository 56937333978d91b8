import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { frozenCopy } from './frozen.js';

describe('frozen', () => {
  it('copies to the depth, and drops what JSON would drop', () => {
    const value = { a: { b: [1, { c: 'x' }] }, d: undefined, e: null };
    const copy = frozenCopy(value);
    assert.deepEqual(copy, { a: { b: [1, { c: 'x' }] }, e: null });
    assert.throws(() => (copy.a.b as unknown[]).push(2), TypeError);
    assert.throws(() => Object.assign(copy.a, { b: [] }), TypeError);
    value.a.b.push(2);
    assert.equal(copy.a.b.length, 2);
  });

  it('shares what is frozen already', () => {
    const part = frozenCopy({ x: { y: 1 } });
    assert.equal(frozenCopy({ part, other: 2 }).part, part);
  });
});
