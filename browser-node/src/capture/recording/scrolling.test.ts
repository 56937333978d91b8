import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../run.js';
import { endsBeforePage, mostScreens, partAt, Scrolling } from './scrolling.js';

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
