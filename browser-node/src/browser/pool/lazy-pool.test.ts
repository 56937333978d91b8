import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Page } from '../page/page.js';
import { LazyPool } from './lazy-pool.js';

const page = {} as Page;
const idleMs = 60_000;
const signal = new AbortController().signal;

const stage = () => {
  const pools: ReturnType<typeof poolOf>[] = [];
  const poolOf = () => ({
    start: async () => undefined,
    close: mock.fn(async () => undefined),
    ready: true,
    memory: 7,
    take: mock.fn(async (_: AbortSignal) => page),
    release: mock.fn(async () => undefined),
    wasKilled: () => true,
  });
  const create = () => {
    const pool = poolOf();
    pools.push(pool);
    return pool;
  };
  return { pools, lazy: new LazyPool({ create, idleMs }) };
};

describe('a lazy pool', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('has no browser, and is ready, until a page is taken', async () => {
    const { lazy, pools } = stage();
    await lazy.start();
    assert.deepEqual([lazy.ready, lazy.memory, pools.length], [true, 0, 0]);
    assert.equal(await lazy.take(signal), page);
    assert.deepEqual([lazy.memory, lazy.wasKilled(page), pools.length], [7, true, 1]);
    await lazy.close();
  });

  it('ends its browser when no page was in use for a while, and starts another for the next page', async () => {
    const { lazy, pools } = stage();
    await Promise.all([lazy.take(signal), lazy.take(signal)]);
    await lazy.release(page);
    mock.timers.tick(2 * idleMs);
    assert.equal(pools[0]?.close.mock.callCount(), 0, 'the second page is in use');
    await lazy.release(page);
    await lazy.take(signal);
    mock.timers.tick(2 * idleMs);
    assert.equal(pools[0]?.close.mock.callCount(), 0, 'another page is in use');
    await lazy.release(page);
    mock.timers.tick(3 * idleMs);
    assert.deepEqual([pools[0]?.close.mock.callCount(), lazy.memory], [1, 0]);
    await lazy.take(signal);
    assert.equal(pools.length, 2);
    await lazy.close();
    assert.equal(pools[1]?.close.mock.callCount(), 1);
  });

  it('ends its browser, too, when no page could be had', async () => {
    const { lazy, pools } = stage();
    const taken = lazy.take(signal);
    pools[0]?.take.mock.mockImplementation(async () => {
      throw new Error('no page');
    });
    await taken;
    await lazy.release(page);
    await assert.rejects(lazy.take(signal), /no page/);
    mock.timers.tick(3 * idleMs);
    assert.equal(pools[0]?.close.mock.callCount(), 1);
  });
});
