import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadImagesEagerly, waitForImages, waitForTimer } from '../in-page/loading.js';
import { loadLazy } from './joined-functions.js';
import { darken, loadEverything } from './prepare.js';
import type { Run } from './run.js';

/** Loads a page whose timer runs when it is asked for the nth time. Resolves to the warnings and the functions called. */
const load = async (runsAt: number) => {
  const called: unknown[] = [];
  let timers = 0;
  const call = async (script: unknown) => {
    called.push(script);
    if (script === waitForTimer && ++timers < runsAt) await new Promise(() => undefined);
    return script === waitForImages ? 0 : true;
  };
  const warnings: string[] = [];
  const page = { call, activity: { quiet: true, givenUp: false } };
  await loadEverything({ page, warnings, options: {}, deadline: { remaining: 60_000 } } as unknown as Run);
  return { warnings, called };
};

describe('loadEverything', () => {
  it('scrolls through a page whose scripts run', async () => {
    const { warnings, called } = await load(1);
    assert.deepEqual([warnings, called.includes(loadLazy), called.includes(loadImagesEagerly)], [[], true, false]);
  });

  it('scrolls also after a long task', async () => {
    const { warnings, called } = await load(2);
    assert.deepEqual([warnings, called.includes(loadLazy), called.includes(loadImagesEagerly)], [[], true, false]);
  });

  it('loads the pictures of a document without scripts, with a warning', async () => {
    const { warnings, called } = await load(3);
    assert.match(warnings.join(), /^The page was not scrolled/);
    assert.deepEqual([called.includes(loadLazy), called.includes(loadImagesEagerly)], [false, true]);
  });
});

describe('darken', () => {
  it('warns if the page fails to become dark', async () => {
    const warnings: string[] = [];
    const session = { send: () => Promise.reject(new Error('no document')) };
    const page = { session, frameSessions: new Set() };
    const run = { page, warnings, options: { darkMode: true }, deadline: { remaining: 60_000 } };
    await darken(run as unknown as Run);
    assert.match(warnings.join(), /^Parts of the page stay light: `darkMode`/);
  });
});
