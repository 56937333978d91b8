import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hrefOf, matchPath, pathOf } from './location.js';

describe('a path of the console', () => {
  for (const [pathname, path] of Object.entries({
    '/console': '/',
    '/console/': '/',
    '/console/sessions': '/sessions',
    '/console/sessions/': '/sessions',
  }))
    it(`is ${path} at ${pathname}`, () => assert.equal(pathOf(pathname), path));

  it('has its address', () => assert.deepEqual(['/', '/batches'].map(hrefOf), ['/console', '/console/batches']));
});

describe('a pattern', () => {
  it('finds the parameters', () =>
    assert.deepEqual(matchPath('/sessions/:id', '/sessions/sess_%31'), { id: 'sess_1' }));
  it('has none', () => assert.deepEqual(matchPath('/sessions', '/sessions'), {}));
  for (const path of ['/', '/sessions', '/batches/1', '/sessions/1/live', '/sessions/%zz'])
    it(`does not take ${path}`, () => assert.equal(matchPath('/sessions/:id', path), undefined));
});
