import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ShownPage } from './shown-page.js';

describe('the shown page', () => {
  it('is the one that opened or was used last', () => {
    const shown = new ShownPage();
    const changes: (string | undefined)[] = [];
    const leave = shown.onChange(() => changes.push(shown.target));
    shown.opened('first');
    shown.opened('popup');
    shown.used('first');
    shown.used('first');
    shown.used('unknown');
    shown.closed('popup');
    assert.deepEqual(changes, ['first', 'popup', 'first']);
    leave();
    shown.opened('other');
    assert.equal(changes.length, 3);
  });

  it('is the one before when it closes', () => {
    const shown = new ShownPage();
    for (const target of ['first', 'second', 'third']) shown.opened(target);
    shown.used('first');
    shown.closed('first');
    assert.equal(shown.target, 'third');
    shown.closed('third');
    shown.closed('second');
    assert.equal(shown.target, undefined);
  });
});
