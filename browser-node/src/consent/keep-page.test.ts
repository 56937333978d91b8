import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { keepPage } from '../in-page/banners/close-banners.js';

describe('keepPage', () => {
  const page = { navigation: new EventTarget(), location: new URL('http://news.test/a?b') };
  const names = ['navigation', 'location'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  beforeEach(() => {
    for (const name of names) Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
  });
  afterEach(() => {
    names.forEach((name, index) => {
      Reflect.deleteProperty(globalThis, name);
      const own = before[index];
      if (own) Object.defineProperty(globalThis, name, own);
    });
    Reflect.deleteProperty(globalThis, Symbol.for('tintype.keepsPage'));
  });
  const mayGo = (url: string, sameDocument = false) => {
    const destination = { url, sameDocument };
    const event = Object.assign(new Event('navigate', { cancelable: true }), { destination });
    return page.navigation.dispatchEvent(event);
  };

  it('lets the page load itself again, and no other page, until its time is over', (test) => {
    test.mock.timers.enable({ apis: ['Date'] });
    keepPage(1000, true);
    assert.deepEqual(
      ['http://news.test/a?c', 'http://news.test/login', 'http://x.test/a'].map((url) => mayGo(url)),
      [true, false, false],
    );
    test.mock.timers.tick(1001);
    assert.equal(mayGo('http://news.test/login'), true);
    keepPage(1000, true);
    assert.equal(mayGo('http://news.test/login'), false);
    keepPage(0, true);
    assert.equal(mayGo('http://news.test/login'), true);
    keepPage(1000, false);
    assert.deepEqual([mayGo('http://news.test/a?b'), mayGo('http://news.test/a?b#c', true)], [false, true]);
  });
});
