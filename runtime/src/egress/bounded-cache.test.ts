import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedCache } from './bounded-cache.js';

test('drops the least recently used entry', () => {
  const cache = new BoundedCache<number>(2);
  cache.set('a', 1, 1000);
  cache.set('b', 2, 1000);
  cache.get('a');
  cache.set('c', 3, 1000);
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c'), cache.size], [1, undefined, 3, 2]);
});

test('drops an entry after its time', () => {
  const cache = new BoundedCache<number>(2);
  cache.set('a', 1, 0);
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.size, 0);
});

test('the last value counts', () => {
  const cache = new BoundedCache<number>(2);
  cache.set('a', 1, 1000);
  cache.set('a', 2, 1000);
  assert.equal(cache.get('a'), 2);
  cache.delete('a');
  assert.equal(cache.get('a'), undefined);
});
