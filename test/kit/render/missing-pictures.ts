import assert from 'node:assert/strict';

/**
 * Two seconds of a page that always moves, in real time: the warning counts the pictures that the times of the others
 * leave room for. Without a warning, at most a tenth is missing.
 */
export const assertCounted = (pictures: readonly { delayMs: number }[], warnings: string) => {
  const [, rate, missing] = /has ([\d.]+) pictures a second instead of 20: .* (\d+) pictures are/.exec(warnings) ?? [];
  const lastMs = pictures.slice(0, -1).reduce((sum, { delayMs }) => sum + delayMs, 0);
  const taken = pictures.length - 1;
  const fromTimes = (endMs: number) => Math.round(endMs / 50) - taken;
  const text = `${taken} pictures after the first, the last at ${lastMs} ms: ${warnings}`;
  // Times in the file are rounded. A page that painted nothing at the end has no pictures to miss there.
  const least = Math.max(fromTimes(lastMs) - 1, 0);
  const most = fromTimes(Math.max(lastMs, 1950)) + 1;
  if (missing === undefined) return assert.ok(least * 10 <= taken + least, text);
  const missed = Number(missing);
  assert.ok(missed >= least && missed <= most, text);
  assert.equal(rate, ((20 * taken) / (taken + missed)).toFixed(1), text);
};
