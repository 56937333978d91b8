import { setTimeout } from 'node:timers/promises';
import { type Kind, type Kinds, type ObjectKey, type ResourceStore, StoreError } from '@tintype/crds';
import type { SeededRandom } from '../kit/played/seeded-random.js';
import { type AnyPopulation, newMeta, type Population, populations } from './population.js';

export interface WritersOptions {
  store: ResourceStore;
  namespaces: readonly string[];
  random: SeededRandom;
  signal: AbortSignal;
}

/** Four writers with random pauses: 20 writes a second in all. */
const writers = 4;
const restMs = { min: 100, max: 300 };

const acts = { change: 50, status: 25, delete: 15, recreate: 10 } as const;

/** Creates, changes, deletes and recreates watched objects, and tolerates failures. */
export class Writers {
  readonly #options: WritersOptions;
  readonly #working: Promise<void>[];
  written = 0;
  readonly failed: Record<string, number> = {};

  constructor(options: WritersOptions) {
    this.#options = options;
    this.#working = Array.from({ length: writers }, () => this.#work());
  }

  /** Resolves when all ended; rejects with any error but a store's. */
  async ended(): Promise<void> {
    await Promise.all(this.#working);
  }

  async #work(): Promise<void> {
    const { random, signal } = this.#options;
    while (!signal.aborted) {
      await this.#writeOnce(random.oneOf(populations));
      await setTimeout(random.between(restMs.min, restMs.max));
    }
  }

  async #writeOnce(population: AnyPopulation): Promise<void> {
    const { random, namespaces } = this.#options;
    const number = Math.floor(random.between(0, population.size));
    const key = { namespace: random.oneOf(namespaces), name: `${population.kind.toLowerCase()}-${number}` };
    try {
      await this.#act(population as Population<Kind>, key);
      this.written += 1;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.failed[error.name] = (this.failed[error.name] ?? 0) + 1;
    }
  }

  async #act(population: Population<Kind>, key: ObjectKey): Promise<unknown> {
    const { store, random } = this.#options;
    const { kind, make, withStatus } = population;
    const object = await store.get(kind, key);
    if (!object) return store.create(kind, make(newMeta(key, random), random));
    if (object.metadata.deletionTimestamp) return this.#letGo(kind, object);
    const act = random.weighted(acts);
    if (act === 'status' && withStatus) return store.updateStatus(kind, withStatus(object, random));
    if (act === 'change' || act === 'status') return store.update(kind, changed(object, random));
    const left = await store.delete(kind, key, { uid: object.metadata.uid });
    return act === 'recreate' && !left ? store.create(kind, make(newMeta(key, random), random)) : undefined;
  }

  /** Removes the finalizers of an object in deletion. */
  async #letGo<K extends Kind>(kind: K, object: Kinds[K]): Promise<unknown> {
    const { store } = this.#options;
    const { finalizers = [], ...metadata } = object.metadata;
    if (finalizers.length > 0) return store.update(kind, { ...object, metadata: { ...metadata, finalizers: [] } });
    return store.delete(kind, object.metadata, { gracePeriodSeconds: 0 });
  }
}

const changed = <K extends Kind>(object: Kinds[K], random: SeededRandom): Kinds[K] => ({
  ...object,
  metadata: { ...object.metadata, ...newMeta(object.metadata, random) },
});
