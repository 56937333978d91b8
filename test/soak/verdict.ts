import type { Kind, ResourceStore } from '@tintype/crds';
import type { Finding } from './findings.js';
import {
  differences,
  type Fingerprints,
  fingerprintsOf,
  type InformerPlan,
  type InformerProcess,
} from './informer-process.js';
import type { Sample } from './informer-program.js';

/** Time in milliseconds. */
interface Point {
  at: number;
  value: number;
}

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const hourMs = 3_600_000;

/** Growth per hour: the median slope of all pairs, robust against outliers (Theil and Sen). */
const slopeAnHour = (points: readonly Point[]): number =>
  median(
    points.flatMap((one, index) =>
      points.slice(index + 1).map((other) => ((other.value - one.value) / (other.at - one.at)) * hourMs),
    ),
  );

const mebibyte = 1024 ** 2;

/** In MiB per hour after the warm-up. A leak of 1 kB per write at 20 writes a second would be 70. */
const maxHeapGrowth = 8;
const maxRssGrowth = 40;

/** Retries open and close that many. */
const maxDescriptors = 15;

/** Too short a time shows no growth. */
const minMinutes = 8;

const freshLists = async (
  store: ResourceStore,
  plans: readonly InformerPlan[],
): Promise<Record<string, Fingerprints>> =>
  Object.fromEntries(
    await Promise.all(
      plans.map(async ({ name, kind, selector }) => {
        const { items } = await store.list<Kind>(kind, selector);
        return [name, fingerprintsOf(items)] as const;
      }),
    ),
  );

/** Each informer's differences: cache against a fresh list, handler against the cache. */
export const compareCaches = async (
  informers: InformerProcess,
  store: ResourceStore,
  plans: readonly InformerPlan[],
): Promise<Finding[]> => {
  const caches = await informers.caches();
  const fresh = await freshLists(store, plans);
  return plans.flatMap(({ name }) => {
    const { cache = {}, heard = {} } = caches[name] ?? {};
    const size = Object.keys(fresh[name] ?? {}).length;
    return [
      finding(`cache of "${name}" is a fresh list`, size, differences(cache, fresh[name] ?? {})),
      finding(`events of "${name}" add up to its cache`, size, differences(heard, cache)),
    ];
  });
};

const finding = (what: string, size: number, wrong: readonly string[]): Finding => ({
  what,
  found:
    wrong.length === 0 ? `${size} objects alike` : `${wrong.length} of ${size} differ: ${wrong.slice(0, 3).join(', ')}`,
  ok: wrong.length === 0,
});

/** Judges the samples after the warm-up. */
export const judgeSamples = (samples: readonly (Sample & { at: number })[]): Finding[] => {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) return [{ what: 'samples', found: 'none', ok: false }];
  const minutes = (last.at - first.at) / 60_000;
  const growth = (name: string, max: number, value: (sample: Sample) => number): Finding => {
    const points: Point[] = samples.map((sample) => ({ at: sample.at, value: value(sample) / mebibyte }));
    const slope = slopeAnHour(points);
    const { value: end } = points.at(-1) ?? { value: Number.NaN };
    const found = `${end.toFixed(1)} MiB at the end, ${slope.toFixed(1)} MiB an hour over ${minutes.toFixed(1)} min`;
    return {
      what: `${name} grows by at most ${max} MiB an hour`,
      found,
      ok: minutes < minMinutes ? undefined : slope <= max,
    };
  };
  return [
    {
      what: 'every telling begins where the last one ended',
      found: `${last.events} events, ${last.breaches} breaches`,
      ok: last.breaches === 0,
    },
    {
      what: `at most ${maxDescriptors} more files and connections are open`,
      found: `${first.descriptors} after the warm-up, ${last.descriptors} at the end`,
      ok: last.descriptors <= first.descriptors + maxDescriptors,
    },
    growth('the heap, without garbage,', maxHeapGrowth, ({ heap }) => heap),
    growth('resident memory', maxRssGrowth, ({ rss }) => rss),
  ];
};
