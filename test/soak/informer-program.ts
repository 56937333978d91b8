import { readdirSync } from 'node:fs';
import { type Kind, type Kinds, keyText } from '@tintype/crds';
import { createLog, createRegistry } from '@tintype/runtime';
import { type ChangeHandler, createInformerMetrics, Informer } from '@tintype/stores';
import { openStoreAt, type StoreAddress } from '../kit/stores/store-address.js';
import { type Fingerprints, fingerprintsOf, type InformerPlan } from './informer-process.js';

/**
 * A handler's knowledge. Each event must continue the one before. `previous` is the last object of its key, and an
 * object never turns into another.
 */
class HandlerView<T extends Kinds[Kind]> {
  readonly #objects = new Map<string, T>();
  events = 0;
  breaches = 0;

  readonly hear: ChangeHandler<T> = (previous, current) => {
    this.events += 1;
    const either = current ?? previous;
    if (!either) return this.#breach();
    const key = keyText(either.metadata);
    if (!isSame(this.#objects.get(key), previous)) this.#breach();
    if (previous && current && previous.metadata.uid !== current.metadata.uid) this.#breach();
    if (current) this.#objects.set(key, current);
    else this.#objects.delete(key);
  };

  get objects(): Iterable<T> {
    return this.#objects.values();
  }

  #breach(): void {
    this.breaches += 1;
  }
}

const isSame = (one: Kinds[Kind] | undefined, other: Kinds[Kind] | undefined): boolean =>
  one?.metadata.uid === other?.metadata.uid && one?.metadata.resourceVersion === other?.metadata.resourceVersion;

/** The program's argument. */
export interface InformerProgramOptions {
  place: StoreAddress;
  plans: readonly InformerPlan[];
}

export type Question = 'sample' | 'caches';

export interface Sample {
  /** In bytes, after a garbage collection. */
  heap: number;
  rss: number;
  descriptors: number;
  objects: number;
  events: number;
  breaches: number;
  lists: number;
  watchEnds: Record<string, number>;
}

/** Each informer's cache and its handler's knowledge. */
export type Caches = Record<string, { cache: Fingerprints; heard: Fingerprints }>;

const registry = createRegistry('soak');
const metrics = createInformerMetrics(registry);

const valuesOf = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? [];

const follow = async ({ place, plans }: InformerProgramOptions) => {
  const store = await openStoreAt(place, 'tintype-soak-informers');
  const log = createLog('informers', 'error');
  return plans.map(({ name, kind, selector }) => {
    const informer = new Informer<Kind>({ store, kind, selector, log, metrics });
    const view = new HandlerView();
    informer.onChange(view.hear);
    informer.start();
    return { name, informer, view };
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
    events: sumOf(followed.map(({ view }) => view.events)),
    breaches: sumOf(followed.map(({ view }) => view.breaches)),
    lists: sumOf((await valuesOf('tintype_informer_lists_total')).map(({ value }) => value)),
    watchEnds,
  };
};

const caches = (followed: Followed): Caches =>
  Object.fromEntries(
    followed.map(({ name, informer, view }) => [
      name,
      { cache: fingerprintsOf(informer.cache.list()), heard: fingerprintsOf(view.objects) },
    ]),
  );

const followed = await follow(JSON.parse(process.argv[2] ?? ''));
process.on('message', async (question: Question) => {
  process.send?.(question === 'sample' ? await sample(followed) : caches(followed));
});
process.on('disconnect', () => process.exit());
