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

/** Milliseconds a case waits for anything. */
export const patienceMs = 30_000;

/** Fails with the description after `patienceMs`. */
export const within = <T>(what: string, promise: Promise<T>): Promise<T> => {
  const late = () => new Error(`not within ${patienceMs / 1000} s: ${what}`);
  return atMost(patienceMs, () => promise, { clock: holdingClock, late });
};

type Since = Omit<WatchOptions, 'signal'>;

/** Follows objects as an informer does: a list, then watches, each from the last version. */
export class Follower<K extends Kind> {
  readonly objects = new Map<string, Kinds[K]>();
  readonly events: WatchEvent<Kinds[K]>[] = [];
  version: string;
  readonly #store: ResourceStore;
  readonly #kind: K;
  readonly #selector: Selector;
  readonly #waiting = new Set<() => void>();
  #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #error: unknown;

  private constructor(store: ResourceStore, kind: K, selector: Selector, version: string) {
    this.#store = store;
    this.#kind = kind;
    this.#selector = selector;
    this.version = version;
  }

  /** Starts with a list. */
  static async begin<K extends Kind>(store: ResourceStore, kind: K, selector: Selector): Promise<Follower<K>> {
    const { items, resourceVersion } = await store.list(kind, selector);
    const follower = new Follower(store, kind, selector, resourceVersion);
    for (const object of items) follower.objects.set(keyText(object.metadata), object);
    follower.connect();
    return follower;
  }

  /** Starts from a version, without a list. */
  static from<K extends Kind>(store: ResourceStore, kind: K, { selector = {}, resourceVersion }: Since): Follower<K> {
    const follower = new Follower(store, kind, selector, resourceVersion);
    follower.connect();
    return follower;
  }

  connect(): void {
    this.#stopping = new AbortController();
    this.#running = this.#run(this.#stopping.signal).catch((error) => {
      this.#error = error;
      for (const look of this.#waiting) look();
    });
  }

  /** Stops watching; `connect` delivers what happened in between. */
  async disconnect(): Promise<void> {
    this.#stopping.abort();
    await within('the watch ends with its signal', this.#running);
    if (this.#error) throw this.#error;
  }

  async until(what: string, condition: (objects: Map<string, Kinds[K]>) => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => {
      if (this.#error) reject(this.#error);
      else if (condition(this.objects)) resolve();
    };
    this.#waiting.add(look);
    look();
    await within(what, promise).finally(() => this.#waiting.delete(look));
  }

  /** The object's events without bookmarks. */
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
    for (const look of this.#waiting) look();
  }
}
