import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '@tintype/runtime';
import { TargetGone } from '../cdp/connection.js';
import type { Page } from '../page/page.js';
import type { BrowserProcess } from '../process/launch.js';
import type { Trouble } from '../process/supervision.js';
import { RenderPool } from './render-pool.js';

const log = createLog('test', 'silent');
const soon = () => AbortSignal.timeout(60_000);
const turn = () => new Promise(setImmediate);

/** Browsers and pages without processes, so that each can end at a chosen moment. */
const stage = (options: { pagesPerBrowser?: number; size?: number; unremovable?: boolean } = {}) => {
  const browsers: { open: boolean; die: () => void; trouble: (which: Trouble) => void }[] = [];
  const ends: string[] = [];
  const pages: { crash: () => void; disposed: boolean }[] = [];
  let failures = 0;
  const launch = async (): Promise<BrowserProcess> => {
    const closed = Promise.withResolvers<void>();
    const browser = { open: true, die: closed.resolve, trouble: () => undefined };
    browsers.push(browser);
    const close = async () => {
      browser.open = false;
      closed.resolve();
      if (options.unremovable) throw new Error('EACCES');
    };
    return {
      pid: browsers.length,
      profile: '',
      connection: { closed: closed.promise } as never,
      close,
      kill: browser.die,
    };
  };
  const createPage = async (): Promise<Page> => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('no page');
    }
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    const state = { crash: () => gone.reject(new TargetGone('crashed')), disposed: false };
    pages.push(state);
    const dispose = async () => {
      state.disposed = true;
    };
    return { gone: gone.promise, dispose, number: pages.length } as unknown as Page;
  };
  const { size = 2, pagesPerBrowser = 100 } = options;
  const pool = new RenderPool({
    launch,
    createPage,
    supervise: ({ pid }, { trouble }) => Object.assign(browsers[pid - 1] ?? {}, { trouble }),
    onEnd: (reason) => ends.push(reason),
    onPageKilled: () => undefined,
    size,
    pagesPerBrowser,
    viewport: { width: 1, height: 1 },
    log,
  });
  return { pool, browsers, pages, ends, fail: (times: number) => (failures = times) };
};

describe('RenderPool', () => {
  it('keeps warm pages, and creates one for each that is released', async () => {
    const { pool, pages } = stage();
    await pool.start();
    await turn();
    assert.equal(pages.length, 2);
    const page = await pool.take(soon());
    await pool.release(page);
    await turn();
    assert.deepEqual([pages.length, pages.filter(({ disposed }) => disposed).length], [3, 1]);
    await pool.close();
  });

  it('creates a page for each waiting render, and no surplus after the releases', async () => {
    const { pool, pages } = stage();
    await pool.start();
    const out = await Promise.all([1, 2, 3].map(() => pool.take(soon())));
    await Promise.all(out.map((page) => pool.release(page)));
    await turn();
    assert.deepEqual([pages.length, pages.filter(({ disposed }) => disposed).length], [5, 3]);
    await pool.close();
  });

  it('stops waiting at the signal', async () => {
    const { pool, fail } = stage({ size: 1 });
    await pool.start();
    await pool.take(soon());
    fail(1);
    await assert.rejects(pool.take(AbortSignal.timeout(10)));
    await pool.close();
  });

  it('does not hand out a page that crashed while warm', async () => {
    const { pool, pages } = stage();
    await pool.start();
    await turn();
    for (const page of [...pages]) page.crash();
    await turn();
    const taken = (await pool.take(soon())) as unknown as { number: number };
    assert.ok(taken.number > 2, `page ${taken.number}`);
    await pool.close();
  });

  it('restarts a browser that dies, and hands out none of its pages', async () => {
    const { pool, browsers } = stage();
    await pool.start();
    await turn();
    browsers[0]?.die();
    await turn();
    const taken = (await pool.take(soon())) as unknown as { number: number };
    assert.deepEqual([browsers.length, taken.number > 2], [2, true]);
    await pool.close();
  });

  it('replaces a browser that served enough pages, and closes it with its last page', async () => {
    const { pool, browsers } = stage({ pagesPerBrowser: 2 });
    await pool.start();
    const first = await pool.take(soon());
    const second = await pool.take(soon());
    await pool.release(first);
    await turn();
    assert.deepEqual([browsers.length, browsers[0]?.open], [2, true]);
    await pool.release(second);
    await turn();
    assert.equal(browsers[0]?.open, false);
    await pool.close();
  });

  it('hands out warm pages of a browser with too much memory until the next one has its own', async () => {
    const { pool, browsers, pages, ends } = stage();
    await pool.start();
    await turn();
    browsers[0]?.trouble('memory');
    await pool.release(await pool.take(soon()));
    await turn();
    assert.equal(browsers.length, 1, 'replaced before it had served');
    browsers[0]?.trouble('memory');
    const taken = (await pool.take(soon())) as unknown as { number: number };
    assert.equal(taken.number, 2);
    await turn();
    assert.deepEqual([browsers.length, browsers[0]?.open, pages[2]?.disposed], [2, true, true]);
    await pool.release(taken as unknown as Page);
    await turn();
    assert.deepEqual([browsers[0]?.open, ends], [false, ['memory']]);
    const open = pages.filter(({ disposed }) => !disposed);
    assert.deepEqual(
      open.map((page) => pages.indexOf(page) + 1),
      [4, 5],
    );
    await pool.close();
  });

  it('kills a browser that hangs, and hands out pages of another', async () => {
    const { pool, browsers, ends } = stage();
    await pool.start();
    await turn();
    browsers[0]?.trouble('hung');
    await turn();
    const taken = (await pool.take(soon())) as unknown as { number: number };
    assert.deepEqual([browsers.length, taken.number > 2, ends], [2, true, ['hung']]);
    await pool.close();
  });

  it('retires a browser even if it could not create a page', async () => {
    const { pool, browsers, fail } = stage({ pagesPerBrowser: 1, size: 1 });
    fail(1);
    await pool.start();
    await pool.release(await pool.take(soon()));
    await pool.release(await pool.take(soon()));
    await turn();
    assert.ok(browsers.filter(({ open }) => open).length <= 1);
    await pool.close();
  });

  it('continues if the profile of a browser cannot be removed', async () => {
    const { pool, browsers, ends } = stage({ pagesPerBrowser: 1, size: 1, unremovable: true });
    await pool.start();
    await pool.release(await pool.take(soon()));
    await pool.release(await pool.take(soon()));
    browsers.at(-1)?.die();
    await turn();
    assert.ok(await pool.take(soon()));
    assert.deepEqual(ends, ['pages', 'pages', 'died']);
    await pool.close();
  });

  it('leaves no browser behind', async () => {
    const { pool, browsers } = stage({ pagesPerBrowser: 1 });
    await pool.start();
    await Promise.all([pool.take(soon()), pool.take(soon())]);
    await pool.close();
    assert.deepEqual(
      browsers.filter(({ open }) => open),
      [],
    );
  });
});
