import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { createLog } from '@tintype/runtime';
import { Hourly } from './hourly.js';

const hourMs = 3_600_000;
const log = createLog('test', 'silent');

describe('Hourly', () => {
  let runs: number;
  beforeEach(() => {
    runs = 0;
  });

  const start = (t: TestContext, work: (signal: AbortSignal) => Promise<number>) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    return new Hourly({ name: { present: 'work', past: 'worked' }, log, work });
  };

  const pass = async (t: TestContext, milliseconds: number) => {
    t.mock.timers.tick(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('runs within the first hour, then each hour, also after a failure', async (t) => {
    const hourly = start(t, async () => {
      runs += 1;
      if (runs === 2) throw new Error('away');
      return 1;
    });
    for (const expected of [1, 2, 3]) {
      await pass(t, hourMs);
      assert.equal(runs, expected);
    }
    hourly.stop();
  });

  it('starts at a random time', async (t) => {
    t.mock.method(Math, 'random', () => 0.5);
    const hourly = start(t, async () => ++runs);
    await pass(t, hourMs / 2 - 1);
    assert.equal(runs, 0);
    await pass(t, 1);
    assert.equal(runs, 1);
    hourly.stop();
  });

  it('stops, also during a run', async (t) => {
    let heard: AbortSignal | undefined;
    const hourly = start(t, (signal) => {
      runs += 1;
      heard = signal;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await pass(t, hourMs);
    hourly.stop();
    assert.equal(heard?.aborted, true);
    await pass(t, 0);
    await pass(t, 2 * hourMs);
    assert.equal(runs, 1);
  });
});
