import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelsIn } from './start.js';

test('the largest picture depends on the memory of the browser', () => {
  const megapixels = [256, 768, 1792, 2048, 4096].map((mebibytes) => Math.floor(pixelsIn(mebibytes * 2 ** 20) / 1e6));
  assert.deepEqual(megapixels, [10, 25, 92, 100, 100]);
});
