import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DarkEnd } from '../../in-page/dark/darken.js';
import type { LazyLimits, ScrollEnd } from '../../in-page/full-page/lazy-scroll.js';
import { loadImagesEagerly, waitForImages, waitForTimer } from '../../in-page/loading.js';
import type { Run } from '../run.js';
import { loadLazy } from './joined-functions.js';
import { darken, loadEverything } from './prepare.js';

interface Loading {
  options?: Record<string, unknown>;
  scrollMs?: number;
  scrollEnd?: ScrollEnd;
  waitsEnd?: number;
  shownScreens?: number;
}

/** Loads a page whose timer runs when it is asked for the nth time. Resolves to the warnings and the functions called. */
const load = async (runsAt: number, loading: Loading = {}) => {
  const { options, scrollMs = 0, scrollEnd = 'whole', waitsEnd, shownScreens } = loading;
  const called: unknown[] = [];
  let timers = 0;
  let limits: unknown;
  const call = async (script: unknown, given?: unknown) => {
    called.push(script);
    if (script === loadLazy) limits = given;
    if (script === waitForTimer && ++timers < runsAt) await new Promise(() => undefined);
    if (script === loadLazy) return new Promise((resolve) => setTimeout(resolve, scrollMs, scrollEnd));
    return script === waitForImages ? 0 : true;
  };
  const warnings: string[] = [];
  const session = { send: async () => ({ jsEventListeners: 1 }) };
  const page = { call, session, activity: { quiet: true, ignoresParts: false } };
  const run = {
    page,
    warnings,
    options: { javascript: true, ...options },
    waitsEnd,
    deadline: { remaining: 60_000 },
  } as unknown as Run;
  await loadEverything(run, shownScreens);
  return { warnings, called, limits: limits as LazyLimits | undefined };
};

describe('loadEverything', () => {
  it('scrolls through a page whose scripts run', async () => {
    const { warnings, called } = await load(1);
    assert.deepEqual([warnings, called.includes(loadLazy), called.includes(loadImagesEagerly)], [[], true, false]);
  });

  it('names the limit that ended the scrolling', async () => {
    assert.match(
      (await load(1, { scrollEnd: 'screens' })).warnings.join(),
      /^The page was scrolled to 200 windows only/,
    );
    assert.match((await load(1, { scrollEnd: 'time' })).warnings.join(), /^The page is too long to load within/);
  });

  it('scrolls no further than the output shows', async () => {
    const { warnings, limits } = await load(1, { scrollEnd: 'screens', shownScreens: 11 });
    assert.deepEqual([warnings, limits?.maxScreens], [[], 11]);
  });

  it('warns if the option timeout cuts the scrolling', async () => {
    const { warnings } = await load(1, { options: { timeout: 3 }, scrollMs: 400, waitsEnd: Date.now() + 100 });
    assert.deepEqual(warnings, ['The `timeout` of 3 s ended the waits: the result has what was there.']);
  });

  it('scrolls also after a long task', async () => {
    const { warnings, called } = await load(2);
    assert.deepEqual([warnings, called.includes(loadLazy), called.includes(loadImagesEagerly)], [[], true, false]);
  });

  it('loads the pictures of a document without scripts, with a warning', async () => {
    const { warnings, called } = await load(3);
    assert.match(warnings.join(), /^Lazy content may be missing, because a policy \(`sandbox`\)/);
    assert.deepEqual([called.includes(loadLazy), called.includes(loadImagesEagerly)], [false, true]);
  });
});

describe('loadEverything with javascript=false', () => {
  it('asks for no timer, and names the option', async () => {
    const { warnings, called } = await load(3, { options: { javascript: false } });
    assert.match(warnings.join(), /^Lazy content may be missing, because `javascript=false` stops the scripts/);
    assert.deepEqual([called.includes(waitForTimer), called.includes(loadImagesEagerly)], [false, true]);
  });
});

/** Darkens a page whose frames, the main one first, answer whether all is dark. Undefined: the frame is gone. */
const darkened = async (answers: readonly (DarkEnd | undefined)[]) => {
  const frames = answers.map((_, index) => ({
    frame: { id: `${index}`, url: '', ...(index > 0 && { parentId: '0' }) },
  }));
  const send = async (method: string, { frameId, executionContextId }: Record<string, unknown> = {}) => {
    if (!frames[0]) throw new Error('no document');
    if (method === 'Page.getFrameTree') return { frameTree: { ...frames[0], childFrames: frames.slice(1) } };
    if (method === 'Page.createIsolatedWorld') return { executionContextId: Number(frameId) };
    const value = answers[Number(executionContextId)];
    if (value === undefined) throw new Error('no frame');
    return { result: { value } };
  };
  const page = { session: { send }, mainFrame: '0', frameSessions: new Set() };
  const run = { page, warnings: [], options: { darkMode: true }, deadline: { remaining: 60_000 } } as unknown as Run;
  await darken(run);
  return run.warnings;
};

describe('darken', () => {
  it('warns if the page fails to become dark', async () => {
    assert.match((await darkened([])).join(), /^Parts of the page stay light: `darkMode`/);
  });

  it('warns also if only a frame stays light', async () => {
    assert.deepEqual(await darkened([true, true]), []);
    assert.match((await darkened([true, 'time'])).join(), /^Parts of the page stay light/);
  });

  it('names the limit that ended it', async () => {
    for (const answers of [['time'], [true, 'time']] as const)
      assert.deepEqual(await darkened(answers), ['Parts of the page stay light: `darkMode` takes 4 s at most.']);
    for (const answers of [['elements'], [true, 'elements']] as const)
      assert.match(
        (await darkened(answers)).join(),
        /`darkMode` changes only the first 30,000 elements of a document\.$/,
      );
  });

  it('says that it failed, not that it was late, if the page itself throws', async () => {
    assert.deepEqual(await darkened([undefined, true]), [
      'Parts of the page stay light: `darkMode` failed on this page.',
    ]);
  });

  it('ignores a frame that leaves', async () => {
    assert.deepEqual(await darkened([true, undefined]), []);
  });
});
