import { readdirSync } from 'node:fs';
import type { Kind } from '@tintype/crds';
import { createLog, createRegistry } from '@tintype/runtime';
import { createInformerMetrics, Informer } from '@tintype/stores';
import { openStoreAt, type StorePlace } from '../kit/store-place.js';
import { type Fingerprints, fingerprintsOf } from './fingerprint.js';
import type { InformerPlan } from './informers.js';
import { ToldObjects } from './told-objects.js';

/** What the program is told first. */
export interface InformerProgramOptions {
  place: StorePlace;
  plans: readonly InformerPlan[];
}

export type Question = 'sample' | 'caches';

/** What the informers' process is like now. */
export interface Sample {
  /** Bytes, after a collection of garbage. */
  heap: number;
  rss: number;
  descriptors: number;
  objects: number;
  tellings: number;
  breaches: number;
  lists: number;
  /** Watches that ended, by reason. */
  watchEnds: Record<string, number>;
}

/** What each informer has in its cache, and what its handler was told. */
export type Caches = Record<string, { cache: Fingerprints; told: Fingerprints }>;

const registry = createRegistry('soak');
const metrics = createInformerMetrics(registry);

const valuesOf = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? [];

const follow = async ({ place, plans }: InformerProgramOptions) => {
  const store = await openStoreAt(place, 'tintype-soak-informers');
  const log = createLog('informers', 'error');
  return plans.map(({ name, kind, selector }) => {
    const informer = new Informer<Kind>({ store, kind, selector, log, metrics });
    const told = new ToldObjects();
    informer.onChange(told.hear);
    informer.start();
    return { name, informer, told };
  });
};

type Followed = Awaited<ReturnType<typeof follow>>;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

const sample = async (followed: Followed): Promise<Sample> => {
  globalThis.gc?.();
  const { heapUsed: heap, rss } = process.memoryUsage();
  const ends = await valuesOf('tintype_informer_watch_ends_total');
  const watchEnds: Record<string, number> = {};
  for (const { labels, value } of ends) watchEnds[`${labels.reason}`] = (watchEnds[`${labels.reason}`] ?? 0) + value;
  return {
    heap,
    rss,
    descriptors: readdirSync('/proc/self/fd').length,
    objects: sumOf(followed.map(({ informer }) => informer.cache.size)),
    tellings: sumOf(followed.map(({ told }) => told.tellings)),
    breaches: sumOf(followed.map(({ told }) => told.breaches)),
    lists: sumOf((await valuesOf('tintype_informer_lists_total')).map(({ value }) => value)),
    watchEnds,
  };
};

const caches = (followed: Followed): Caches =>
  Object.fromEntries(
    followed.map(({ name, informer, told }) => [
      name,
      { cache: fingerprintsOf(informer.cache.list()), told: fingerprintsOf(told.objects) },
    ]),
  );

const followed = await follow(JSON.parse(process.argv[2] ?? ''));
process.on('message', async (question: Question) => {
  process.send?.(question === 'sample' ? await sample(followed) : caches(followed));
});
process.on('disconnect', () => process.exit());
