import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasRevealed } from '../../in-page/full-page/lazy-scroll.js';
import type { Run } from '../run.js';
import { keepAllRevealed } from './full-height.js';

/** Keeps the revealed sections of a page of this height, in a window 1,000 pixels wide. */
const keepIn = async (height: number) => {
  const heights: unknown[] = [];
  const warnings: string[] = [];
  const send = async (method: string, parameters?: { height: number }) => {
    if (method === 'Emulation.setDeviceMetricsOverride') heights.push(parameters?.height);
    return { cssContentSize: { width: 1000, height } };
  };
  const page = {
    session: { send },
    call: async (script: unknown) => script === hasRevealed,
    activity: { quiet: true, ignoresParts: true },
  };
  const run = { page, warnings, options: { vw: 1000 }, deadline: { remaining: 60_000 } } as unknown as Run;
  await keepAllRevealed(run, true);
  return { heights, warnings };
};

describe('keepAllRevealed', () => {
  it('grows the window to the whole page', async () => {
    assert.deepEqual(await keepIn(100_000), { heights: [100_000], warnings: [] });
  });

  it('warns of a page of more than 100 million pixels', async () => {
    const { heights, warnings } = await keepIn(100_001);
    assert.deepEqual(heights, [100_000]);
    assert.match(warnings.join(), /^The page is 100001 pixels high: below 100000 pixels, .* may be missing\.$/);
  });
});
