import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patienceOf, queueToBlame, type Run, withinLimit } from './run.js';

describe('the limit that ended a wait', () => {
  const run = (waitsEnd?: number) => ({ options: { timeout: 3 }, waitsEnd }) as unknown as Run;

  it('is its own, the option `timeout`, or its share of the time of the request', () => {
    const now = Date.now();
    assert.equal(withinLimit(run(), 30_000, now - 30_001), 'within 30 s');
    assert.equal(withinLimit(run(now - 1), 30_000, now - 3000), 'within the `timeout` of 3 s');
    assert.match(
      withinLimit(run(now + 1000), 30_000, now - 12_000),
      /^within 12\.\d s, the share of the request's time for it$/,
    );
    assert.match(withinLimit(run(), Number.POSITIVE_INFINITY, now - 58_000), /^within 58\.\d s, the share/);
    const queued = { ...run(), queueMs: 40_000 };
    assert.match(withinLimit(queued, 30_000, now - 12_000), /of the request's time for it after 40\.0 s in the queue$/);
    assert.equal(withinLimit(queued, 30_000, now - 30_001), 'within 30 s');
  });
});

it('waits leave a recording its time, and its file the reserve of its size', () => {
  const patience = (options: object, frames?: object) =>
    patienceOf({
      options: { ...options, vw: 2500, vh: 2500, scaleFactor: 2 },
      page: { frames },
      deadline: { remaining: 20_000 },
    } as unknown as Run);
  assert.equal(patience({}), 18_000);
  assert.equal(patience({ duration: 5 }, {}), 20_000 - 5000 - 4500);
  assert.equal(patience({ duration: 5 }), 20_000 - 5000 - 2625);
});

it('a wait in the queue is to blame if it was long, and longer than the page without its delay', () => {
  const blamed = (queueMs: number, pageMs: number, delay = 0) =>
    queueToBlame({
      queueMs,
      publishedAt: Date.now() - queueMs - pageMs,
      options: { delay },
    } as unknown as Run<'animated'>);
  assert.deepEqual([blamed(57_000, 100), blamed(2000, 55_400), blamed(900, 100)], [57_000, 0, 0]);
  assert.deepEqual([blamed(30_000, 40_000), blamed(30_000, 40_000, 20)], [0, 30_000]);
});
