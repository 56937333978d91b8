import assert from 'node:assert/strict';
import {
  type Kind,
  type Kinds,
  keyText,
  type ResourceStore,
  type Selector,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import { atMost, holdingClock } from '@tintype/runtime';

/** A case waits at most this long for one call or condition. */
export const patienceMs = 30_000;

/** Settles as `promise` does. Rejects after `patienceMs` with an error that contains `what`. */
export const within = <T>(what: string, promise: Promise<T>): Promise<T> => {
  const late = () => new Error(`not within ${patienceMs / 1000} s: ${what}`);
  return atMost(patienceMs, () => promise, { clock: holdingClock, late });
};

type WatchStart = Omit<WatchOptions, 'signal'>;

/** Follows objects as an informer does: with a list, then with watches that each begin at the last version. */
export class Follower<K extends Kind> {
  readonly objects = new Map<string, Kinds[K]>();
  readonly events: WatchEvent<Kinds[K]>[] = [];
  /** The version of the list or of the last event. */
  version: string;
  readonly #store: ResourceStore;
  readonly #kind: K;
  readonly #selector: Selector;
  readonly #checks = new Set<() => void>();
  #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #error: unknown;

  private constructor(store: ResourceStore, kind: K, selector: Selector, version: string) {
    this.#store = store;
    this.#kind = kind;
    this.#selector = selector;
    this.version = version;
  }

  /** Lists the objects, then watches from the version of the list. */
  static async begin<K extends Kind>(store: ResourceStore, kind: K, selector: Selector): Promise<Follower<K>> {
    const { items, resourceVersion } = await store.list(kind, selector);
    const follower = new Follower(store, kind, selector, resourceVersion);
    for (const object of items) follower.objects.set(keyText(object.metadata), object);
    follower.connect();
    return follower;
  }

  /** Watches from `resourceVersion`, without a list. */
  static fromVersion<K extends Kind>(
    store: ResourceStore,
    kind: K,
    { selector = {}, resourceVersion }: WatchStart,
  ): Follower<K> {
    const follower = new Follower(store, kind, selector, resourceVersion);
    follower.connect();
    return follower;
  }

  /** Watches from `version` until `disconnect`. */
  connect(): void {
    this.#stopping = new AbortController();
    this.#running = this.#run(this.#stopping.signal).catch((error) => {
      this.#error = error;
      for (const check of this.#checks) check();
    });
  }

  /** Stops the watch. Rejects if the watch has failed. The next `connect` delivers what happened in between. */
  async disconnect(): Promise<void> {
    this.#stopping.abort();
    await within('the watch ends with its signal', this.#running);
    if (this.#error) throw this.#error;
  }

  /** Resolves once `condition` holds, which `what` says in words. Rejects if the watch fails, or after `patienceMs`. */
  async until(what: string, condition: (objects: Map<string, Kinds[K]>) => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const check = () => {
      if (this.#error) reject(this.#error);
      else if (condition(this.objects)) resolve();
    };
    this.#checks.add(check);
    check();
    await within(what, promise).finally(() => this.#checks.delete(check));
  }

  /** The events of objects with this name, in any namespace. */
  eventsOf(name: string): WatchEvent<Kinds[K]>[] {
    return this.events.filter((event) => {
      if (event.type === 'bookmark') return false;
      return (event.type === 'changed' ? event.object.metadata : event.key).name === name;
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const options = { selector: this.#selector, resourceVersion: this.version, signal };
      for await (const event of this.#store.watch(this.#kind, options)) this.#apply(event);
    }
  }

  #apply(event: WatchEvent<Kinds[K]>): void {
    this.version = event.resourceVersion;
    this.events.push(event);
    if (event.type === 'changed') {
      const { metadata } = event.object;
      const previous = this.objects.get(keyText(metadata));
      assert.notEqual(metadata.resourceVersion, previous?.metadata.resourceVersion, 'a version arrived twice');
      this.objects.set(keyText(metadata), event.object);
    }
    if (event.type === 'deleted') this.objects.delete(keyText(event.key));
    for (const check of this.#checks) check();
  }
}
