import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFinalizer, hasFinalizer, removeFinalizer } from './finalizers.js';

const mine = 'tintype.dev/billing';
const objectWith = (...finalizers: string[]) => ({ metadata: { name: 'a', finalizers }, spec: { x: 1 } });

describe('finalizers', () => {
  it('are added at the end, once', () => {
    const object = objectWith('other');
    const added = addFinalizer(object, mine);
    assert.deepEqual(added, objectWith('other', mine));
    assert.equal(addFinalizer(added, mine), added);
    assert.deepEqual(addFinalizer({ metadata: {} }, mine), { metadata: { finalizers: [mine] } });
    assert.deepEqual(object, objectWith('other'));
  });

  it('are removed, and others stay', () => {
    const object = objectWith('one', mine, 'other');
    assert.deepEqual(removeFinalizer(object, mine), objectWith('one', 'other'));
    const without = objectWith('one');
    assert.equal(removeFinalizer(without, mine), without);
  });

  it('are found by their whole name', () => {
    assert.equal(hasFinalizer(objectWith(mine), mine), true);
    assert.equal(hasFinalizer(objectWith(`${mine}s`), mine), false);
    assert.equal(hasFinalizer({ metadata: {} }, mine), false);
  });
});
