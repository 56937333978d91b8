import { setTimeout } from 'node:timers/promises';
import { SeededRandom } from '../kit/played/seeded-random.js';
import type { SoakEngine } from './engine.js';
import type { Finding } from './findings.js';
import { InformerProcess, informerPlans } from './informer-process.js';
import type { Sample } from './informer-program.js';
import { compareCaches, judgeSamples } from './verdict.js';
import { Writers } from './writers.js';

/** Intervals of faults and crashes. */
const faultMs = { min: 500, max: 4000 };
const crashMs = { min: 120_000, max: 240_000 };

const chaos = async (
  engine: SoakEngine,
  random: SeededRandom,
  signal: AbortSignal,
): Promise<Record<string, number>> => {
  const struck: Record<string, number> = {};
  const count = (name: string) => {
    struck[name] = (struck[name] ?? 0) + 1;
  };
  const weights = Object.fromEntries(Object.entries(engine.faults).map(([name, { weight }]) => [name, weight]));
  let crashAt = performance.now() + random.between(crashMs.min / 2, crashMs.max / 2);
  while (!signal.aborted) {
    await setTimeout(random.between(faultMs.min, faultMs.max), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    if (performance.now() >= crashAt) {
      count('server killed');
      await engine.crash();
      crashAt = performance.now() + random.between(crashMs.min, crashMs.max);
    } else {
      const name = random.weighted(weights);
      count(name);
      await engine.faults[name]?.strike();
    }
  }
  return struck;
};

export interface SoakOptions {
  engine: SoakEngine;
  seed: number;
  minutes: number;
  say: (line: string) => void;
}

const sampleMs = 5000;
const sayEvery = 6;
/** Share of the time in which caches, connections and the compiler grow. */
const warmUp = 0.2;
/** Caches catch up after the faults: silent watches end, retries run. */
const calmMs = 120_000;

const settledOf = (findings: readonly Finding[]) => findings.every(({ ok }) => ok);

/** Informers, writers and faults for these minutes, then calm, then the verdict. */
export const soak = async ({ engine, seed, minutes, say }: SoakOptions): Promise<Finding[]> => {
  const plans = informerPlans(engine.namespaces);
  const informers = new InformerProcess({ place: engine.place, plans });
  const stop = new AbortController();
  const writers = new Writers({ ...engine, random: new SeededRandom(seed + 1), signal: stop.signal });
  const raging = chaos(engine, new SeededRandom(seed + 2), stop.signal);
  try {
    const samples = await watchMemory(informers, writers, { minutes, say });
    stop.abort();
    const struck = await raging;
    await engine.mend();
    await writers.ended();
    say(`calm: ${JSON.stringify(struck)}`);
    const caches = await catchUp(() => compareCaches(informers, engine.direct, plans));
    return [...activity(writers, struck, samples), ...caches, ...judgeSamples(steady(samples))];
  } finally {
    stop.abort();
    await informers.end();
  }
};

type TimedSample = Sample & { at: number };

const watchMemory = async (
  informers: InformerProcess,
  writers: Writers,
  { minutes, say }: Pick<SoakOptions, 'minutes' | 'say'>,
): Promise<TimedSample[]> => {
  const begin = performance.now();
  const samples: TimedSample[] = [];
  while (performance.now() - begin < minutes * 60_000) {
    await setTimeout(sampleMs);
    const sample = { ...(await informers.sample()), at: performance.now() - begin };
    samples.push(sample);
    if (samples.length % sayEvery === 0) say(lineOf(sample, writers));
  }
  return samples;
};

const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

const lineOf = (sample: TimedSample, { written, failed }: Writers): string =>
  [
    `${Math.round(sample.at / 1000)} s`,
    `heap ${mebibytes(sample.heap)}`,
    `rss ${mebibytes(sample.rss)}`,
    `${sample.descriptors} descriptors`,
    `${sample.objects} objects`,
    `${written} written`,
    `failed ${JSON.stringify(failed)}`,
    `${sample.events} events`,
    `${sample.breaches} breaches`,
    `${sample.lists} lists`,
    `watches ended ${JSON.stringify(sample.watchEnds)}`,
  ].join('; ');

const steady = (samples: readonly TimedSample[]): TimedSample[] => {
  const end = samples.at(-1)?.at ?? 0;
  return samples.filter(({ at }) => at >= end * warmUp);
};

/** Polls until all is well or the time is over. */
const catchUp = async (look: () => Promise<Finding[]>): Promise<Finding[]> => {
  const end = performance.now() + calmMs;
  let findings = await look();
  while (!settledOf(findings) && performance.now() < end) {
    await setTimeout(500);
    findings = await look();
  }
  return findings;
};

/** A soak without activity proves nothing. */
const activity = (writers: Writers, struck: Record<string, number>, samples: readonly TimedSample[]): Finding[] => {
  const faults = Object.values(struck).reduce((sum, each) => sum + each, 0);
  const last = samples.at(-1);
  const ends = Object.values(last?.watchEnds ?? {}).reduce((sum, each) => sum + each, 0);
  const minutes = (last?.at ?? 0) / 60_000;
  return [
    { what: 'there were writes', found: `${writers.written} done`, ok: writers.written > 60 * minutes },
    { what: 'there were faults', found: `${faults} of ${Object.keys(struck).length} kinds`, ok: faults > 5 * minutes },
    { what: 'watches ended', found: `${ends}; ${last?.lists} lists`, ok: ends > 2 * minutes },
  ];
};
