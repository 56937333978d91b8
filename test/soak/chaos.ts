import { setTimeout } from 'node:timers/promises';
import type { SeededRandom } from '../kit/seeded-random.js';
import type { SoakEngine } from './engine.js';

/** A fault strikes so often, and the server crashes so often. */
const faultMs = { least: 500, most: 4000 };
const crashMs = { least: 120_000, most: 240_000 };

/** Lets things go wrong until the signal; answers what did, and how often. */
export const chaos = async (
  engine: SoakEngine,
  random: SeededRandom,
  signal: AbortSignal,
): Promise<Record<string, number>> => {
  const struck: Record<string, number> = {};
  const count = (name: string) => {
    struck[name] = (struck[name] ?? 0) + 1;
  };
  const weights = Object.fromEntries(Object.entries(engine.faults).map(([name, { weight }]) => [name, weight]));
  let crashAt = performance.now() + random.between(crashMs.least / 2, crashMs.most / 2);
  while (!signal.aborted) {
    await setTimeout(random.between(faultMs.least, faultMs.most), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    if (performance.now() >= crashAt) {
      count('server killed');
      await engine.crash();
      crashAt = performance.now() + random.between(crashMs.least, crashMs.most);
    } else {
      const name = random.weighted(weights);
      count(name);
      await engine.faults[name]?.strike();
    }
  }
  return struck;
};
