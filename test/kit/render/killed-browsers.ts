import assert from 'node:assert/strict';
import { isAlive } from '../process/is-alive.js';
import type { startRenderStage } from './render-stage.js';

/** Renders in four slots until this many browsers were killed, one each 2 s. `one` fails for a lost picture. Returns a summary. */
export const renderAmongKills = async (
  { pool, browsers }: Pick<Awaited<ReturnType<typeof startRenderStage>>, 'pool' | 'browsers'>,
  one: () => Promise<void>,
  most: number,
): Promise<string> => {
  let kills = 0;
  const timer = setInterval(() => {
    const last = browsers.at(-1);
    if (!last || !isAlive(last.pid)) return;
    process.kill(last.pid, 'SIGKILL');
    kills += 1;
  }, 2000);
  const done: number[] = [];
  const many = async () => {
    while (kills < most) {
      await one();
      done.push(performance.now());
    }
  };
  try {
    await Promise.all([many(), many(), many(), many()]);
  } finally {
    clearInterval(timer);
  }
  assert.equal(pool.ready, true);
  const gaps = done.slice(1).map((at, index) => at - (done[index] ?? at));
  return `${done.length} pictures, ${kills} kills, longest gap ${Math.round(Math.max(...gaps))} ms`;
};
