import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hidesByName } from '../../in-page/full-page/lazy-wants.js';

describe('hidesByName', () => {
  beforeEach(() => {
    Object.assign(globalThis, {
      getComputedStyle: () => ({ opacity: '1', visibility: 'hidden', position: 'static' }),
    });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'getComputedStyle'));

  /** Whether a hidden box with these classes waits for a script. */
  const waits = (classes: string, attributes = '') => {
    const box = { getAttribute: () => classes, getBoundingClientRect: () => ({ width: 100, height: 100 }) };
    return hidesByName(box as unknown as Element, () => attributes);
  };

  it('does not wait for the plain `invisible` of CSS frameworks, unless an attribute hints at a script', () => {
    assert.equal(waits('invisible'), false);
    assert.equal(waits('card invisible', 'data-id=7\nclass=card invisible'), false);
    assert.equal(waits('invisible', 'class=invisible\ndata-effect=up'), true);
    assert.equal(waits('elementor-invisible'), true);
  });
});
