import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../run.js';
import { endsBeforePage, finish, mostScreens, reasonOfEnd } from './animated.js';

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

test('a recording that ends before the page asks for a longer duration only if that helps', () => {
  assert.match(endsBeforePage(5000, 5), /^The recording .* scrolls 7\.4 screens, .*\. Use a longer `duration`\.$/);
  assert.match(endsBeforePage(30_000, 30), /scrolls 47\.4 screens, two a second at most\.$/);
  assert.match(endsBeforePage(3000, 5), /scrolls 4\.2 screens, two a second at most\.$/);
});

test('a GIF that leaves out pictures is partial, with a warning', async () => {
  const finished = async (leftOut: number) => {
    const run = { warnings: [] } as unknown as Run;
    await finish(run, { finish: async () => Buffer.of(), leftOut, count: 50 }, 1000);
    return run;
  };
  const { warnings, isPartial } = await finished(2);
  assert.match(warnings.join(), /^The GIF leaves out 2 of 50 pictures/);
  assert.equal(isPartial, true);
  assert.deepEqual(await finished(0), { warnings: [] });
});
