import assert from 'node:assert/strict';
import { test } from 'node:test';
import { megapixelsOf, type Run } from '../run.js';
import { checkSize, finish } from './animated.js';

test('a screencast has one pixel per CSS pixel, also when it is refused for its size', () => {
  const sized = (frames?: object) =>
    ({ page: { frames }, options: { vw: 5000, vh: 2000, scaleFactor: 3 } }) as unknown as Run;
  checkSize(megapixelsOf(sized()));
  assert.throws(() => checkSize(megapixelsOf(sized({}))), {
    code: 'result_too_large',
    message: /90\.0 megapixels; the most is 25/,
  });
});

test('a GIF that leaves out pictures is partial, with a warning', async () => {
  const finished = async (leftOut: number) => {
    const run = { warnings: [] } as unknown as Run;
    await finish(run, { finish: async () => Buffer.of(), leftOut, count: 50 }, { lengthMs: 1000 });
    return run;
  };
  const { warnings, isPartial } = await finished(2);
  assert.match(warnings.join(), /^The GIF leaves out 2 of 50 pictures/);
  assert.equal(isPartial, true);
  assert.deepEqual(await finished(0), { warnings: [] });
});
