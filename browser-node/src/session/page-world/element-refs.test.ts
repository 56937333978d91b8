import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { elementRefs } from '../../in-page/elements/elements.js';

const element = () => ({ isConnected: true }) as never;

describe('a ref of an element', () => {
  it('stays the same', () => {
    const refs = elementRefs();
    const [first, second] = [element(), element()];
    refs.startFrom(7);
    assert.deepEqual([first, second, first].map(refs.refOf), ['e7', 'e8', 'e7']);
    assert.deepEqual([refs.find('e8'), refs.find('e9')], [second, undefined]);
  });

  it('starts at the given number, even if an unused start was higher', () => {
    const refs = elementRefs();
    refs.startFrom(50);
    assert.equal(refs.next(), 50);
    refs.startFrom(20);
    assert.deepEqual([refs.refOf(element()), refs.next()], ['e20', 21]);
  });
});
