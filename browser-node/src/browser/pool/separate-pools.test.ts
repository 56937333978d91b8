import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import type { Page } from '../page/page.js';
import { SeparatePools } from './separate-pools.js';

const signal = new AbortController().signal;

const poolOf = (name: string) => ({
  start: mock.fn(async () => undefined),
  close: mock.fn(async () => undefined),
  ready: true,
  memory: 7,
  take: mock.fn(async (_: AbortSignal) => ({ name }) as unknown as Page),
  release: mock.fn((_: Page) => new Promise<void>(() => undefined)),
  wasKilled: () => name === 'first',
});

it('separate pools give each page the pool with the fewest in use, also while the last one closes', async () => {
  const [first, second] = [poolOf('first'), poolOf('second')];
  const pools = new SeparatePools([first, second]);
  const [one, other] = [await pools.take(signal), await pools.take(signal)];
  assert.deepEqual([one, other], [{ name: 'first' }, { name: 'second' }]);
  assert.deepEqual([pools.memory, pools.wasKilled(one), pools.wasKilled(other)], [14, true, false]);
  void pools.release(other);
  second.take.mock.mockImplementationOnce(async () => {
    throw new Error('no page');
  });
  await assert.rejects(pools.take(signal), /no page/);
  assert.deepEqual(await pools.take(signal), other);
  assert.deepEqual([first.release.mock.callCount(), second.release.mock.callCount()], [0, 1]);
  await pools.close();
  assert.deepEqual([first.close.mock.callCount(), second.close.mock.callCount()], [1, 1]);
});
