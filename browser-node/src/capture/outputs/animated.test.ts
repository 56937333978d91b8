import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostScreens, reasonOfEnd } from './animated.js';

test('a recording that is too short says what took its time', () => {
  const whole = { durationMs: 20_000, leftMs: 20_000, queueMs: 0, lagMs: 0 };
  assert.match(reasonOfEnd({ ...whole, leftMs: 12_000, queueMs: 9000 }), /^the request waited 9\.0 s in the queue$/);
  assert.match(reasonOfEnd({ ...whole, leftMs: 12_000, queueMs: 5000 }), /^the page had used up the time before it$/);
  assert.match(reasonOfEnd({ ...whole, lagMs: 5000 }), /^encoding the video took too long$/);
  assert.match(reasonOfEnd(whole), /^painting the page took too long$/);
});

test('a recording scrolls two screens a second, but for its still begin and end', () => {
  assert.deepEqual([mostScreens(1000), mostScreens(5000), mostScreens(30_000)], [1, 7.4, 47.4]);
});
