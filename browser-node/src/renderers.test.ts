import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { Renderers } from './renderers.js';

const poolOf = (ready: boolean, memory: number) => ({
  start: mock.fn(async () => undefined),
  close: mock.fn(async () => undefined),
  ready,
  memory,
});

describe('the renderers of a node', () => {
  const pages = { pool: poolOf(true, 5) };
  const recorder = { pool: poolOf(false, 7) };
  const renderers = new Renderers({ still: pages, batch: pages, recording: recorder });

  it('exist for each class, with slots of their own', () => {
    assert.deepEqual(renderers.shares(6, 8), [
      { renderClass: 'still', renderer: pages, slots: 6 },
      { renderClass: 'recording', renderer: recorder, slots: 3 },
      { renderClass: 'batch', renderer: pages, slots: 2 },
    ]);
  });

  it('have a slot for each class on the smallest node', () => {
    assert.deepEqual(
      renderers.shares(1, 8).map(({ slots }) => slots),
      [1, 1, 1],
    );
  });

  it('record at most one page a core', () => {
    assert.deepEqual(
      renderers.shares(8, 2).map(({ slots }) => slots),
      [8, 2, 2],
    );
  });

  it('are started and closed once each', async () => {
    await renderers.start();
    await renderers.close();
    for (const { pool } of [pages, recorder])
      assert.deepEqual([pool.start.mock.callCount(), pool.close.mock.callCount()], [1, 1]);
  });

  it('are ready when all are, and sum up their memory', () => {
    assert.equal(renderers.ready, false);
    recorder.pool.ready = true;
    assert.equal(renderers.ready, true);
    assert.equal(renderers.memory, 12);
  });
});
