import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from '@tintype/runtime';
import { animationClock, stillMoves } from '../../in-page/scroll-through.js';
import type { Run } from '../run.js';
import { endsBeforePage, mostScreens, partAt, Scrolling, settleAfter } from './scrolling.js';

test('a recording scrolls two screens a second, but for its still begin and end', () => {
  assert.deepEqual([mostScreens(1000), mostScreens(5000), mostScreens(30_000)], [1, 7.4, 47.4]);
});

test('a recording that ends before the page asks for a longer duration only if that helps', () => {
  assert.match(endsBeforePage(5000, 5), /^The recording .* scrolls 7\.4 screens, .*\. Use a longer `duration`\.$/);
  assert.match(endsBeforePage(30_000, 30), /scrolls 47\.4 screens, two a second at most\.$/);
  assert.match(endsBeforePage(3000, 5), /scrolls 4\.2 screens, two a second at most\.$/);
});

test('the way begins and ends slowly, with one speed between', () => {
  const parts = [0, 100, 500, 900, 1000].map((atMs) => partAt(atMs, 1000));
  assert.deepEqual(parts, [0, 0, 0.5, 1, 1]);
  const step = (atMs: number) => partAt(atMs + 50, 5000) - partAt(atMs, 5000);
  assert.ok(Math.abs(step(1000) - step(2500)) < 1e-9 && step(500) < step(600) && step(4400) < step(4300));
});

test('a page that grows meanwhile has one warning, and no call while it stands still', async () => {
  const calls: number[] = [];
  const call = async (_: unknown, part: number) => calls.push(part) < 3;
  const run = { page: { call }, options: { duration: 1 }, warnings: [] as string[] };
  const scrolling = await Scrolling.begin(run as unknown as Run<'animated'>, 1000);
  for (let atMs = 0; atMs <= 1000; atMs += 100) await scrolling.to(atMs);
  assert.deepEqual([calls.length, calls[0], calls.at(-1)], [9, 0, 1]);
  assert.deepEqual(run.warnings, ['The page grew while it was scrolled: the recording does not show its end.']);
});

test('a recording begins when what the first scroll has moved stands still again, at most 1 s later', async () => {
  const settle = async (questions: number) => {
    const asked: number[] = [];
    const call = async (script: unknown, since: number) => {
      if (script === animationClock) return 70;
      return script === stillMoves && asked.push(since) < questions;
    };
    const run = { page: { call }, options: {}, deadline: Deadline.in(60_000) };
    const settled = await settleAfter(run as unknown as Run<'animated'>);
    const begun = performance.now();
    await settled();
    return { asked, ms: performance.now() - begun };
  };
  assert.deepEqual((await settle(3)).asked, [70, 70, 70]);
  const { ms } = await settle(Infinity);
  assert.ok(ms > 900 && ms < 1500, `${ms} ms`);
});
