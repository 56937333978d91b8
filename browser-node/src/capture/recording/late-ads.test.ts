import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { hidesLateAds } from './late-ads.js';

/** Looks before frames at these times. Resolves to the times at which the page was looked at. */
const looksAt = async (times: readonly number[], isVirtual: boolean, came: (atMs: number) => boolean | Error) => {
  let now = 0;
  const looks: number[] = [];
  const hideNew = async () => {
    looks.push(now);
    const outcome = came(now);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const beforeFrame = hidesLateAds(hideNew, isVirtual);
  for (now of times) {
    await beforeFrame(now);
    await setImmediate();
  }
  return looks;
};

const times = [0, 50, 100, 150, 200, 250];

describe('late advertisements of a recording', () => {
  it('are looked for before each frame in virtual time, unless something has just come', async () => {
    assert.deepEqual(await looksAt(times, true, (atMs) => atMs === 50), [0, 50, 150, 200, 250]);
  });

  it('are looked for ten times a second in real time', async () => {
    assert.deepEqual(await looksAt(times, false, () => false), [0, 100, 200]);
  });

  it('may fail to be looked for', async () => {
    assert.deepEqual(await looksAt(times, true, () => new Error('The document has gone.')), [0, 100, 200]);
  });

  it('let a frame in real time go on', async () => {
    const beforeFrame = hidesLateAds(() => new Promise(() => undefined), false);
    await beforeFrame(0);
    await beforeFrame(500);
  });
});
