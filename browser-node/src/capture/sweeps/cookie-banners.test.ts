import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Run } from '../run.js';
import { CookieBanners } from './cookie-banners.js';

/** Closes the banners of a page with a frame, whose documents with these ids throw. Resolves to the warnings. */
const closeOn = async (throwing: readonly string[]): Promise<Run['warnings']> => {
  const frameTree = { frame: { id: 'main' }, childFrames: [{ frame: { id: 'inner', parentId: 'main' } }] };
  const worlds = ['main', 'inner'];
  const send = async (method: string, { frameId, executionContextId }: Record<string, unknown> = {}) => {
    if (method === 'Page.getFrameTree') return { frameTree };
    if (method === 'Page.createIsolatedWorld') return { executionContextId: worlds.indexOf(String(frameId)) };
    if (throwing.includes(worlds[Number(executionContextId)] ?? '')) throw new Error('A function of the page throws.');
    return { result: { value: { kind: 'none', late: { count: 0, unclosed: 0, unclicked: 0 } } } };
  };
  const activity = { documents: 1, until: () => new Promise(() => undefined), quiet: true, ignoresParts: true };
  const page = {
    session: { send },
    mainFrame: 'main',
    frameSessions: new Set(),
    activity,
    call: async () => undefined,
  };
  const options = { javascript: true };
  const run = { page, options, warnings: [], deadline: { remaining: 60_000 } } as unknown as Run;
  const banners = new CookieBanners(run);
  await banners.close(false);
  await banners.close(true);
  assert.equal(banners.sawNone, run.warnings.length === 0);
  return run.warnings;
};

describe('a page on which blockCookieBanners fails', () => {
  it('gets one warning, with the name of the option', async () => {
    assert.deepEqual(await closeOn(['main', 'inner']), [
      'A cookie banner may remain: `blockCookieBanners` failed on this page.',
    ]);
  });

  it('gets none for a frame, which may have left the page', async () => {
    assert.deepEqual(await closeOn(['inner']), []);
  });
});
