import { type Kind, type Kinds, keyText, type ObjectKey, type ResourceStore, type Selector } from '@tintype/crds';
import { type Clock, type Logger, race, systemClock } from '@tintype/runtime';
import { deepFreeze } from '../frozen.js';
import { Indexer, type Indexes, type Lister } from './indexer.js';
import { type InformerMetrics, type InformerRecorder, noInformerMetrics } from './metrics.js';
import { Reflector, type ReflectorTarget } from './reflector.js';
import { WaitingList } from './waiting-list.js';

/**
 * `initial`: the object was in the first list, or in the cache before the handler was added. `change`: the object has
 * appeared, changed or disappeared since. `resync`: the informer repeats all objects of the cache.
 */
export type ChangeReason = 'initial' | 'change' | 'resync';

/**
 * Gets each appearance (no `previous`), change and disappearance (no `current`) of an object. On a `resync`, both are
 * the same object. Calls come in the order of events, and the cache is as of that event. A handler must return quickly,
 * because the informer waits for it.
 */
export type ChangeHandler<T> = (previous: T | undefined, current: T | undefined, reason: ChangeReason) => void;

export interface InformerOptions<K extends Kind, I extends string> {
  store: Pick<ResourceStore, 'list' | 'watch'>;
  kind: K;
  selector?: Selector;
  indexes?: Indexes<Kinds[K], I>;
  /** Repeats all objects this often, in case a handler lost one. Default: never. */
  resyncMs?: number;
  /** After this time without an answer of the store, the informer is not ready. Default: 300,000 ms. */
  deadMs?: number;
  clock?: Clock;
  /** Returns a number in [0, 1), for the pauses between retries. Default: `Math.random`. */
  random?: () => number;
  log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  metrics?: InformerMetrics;
}

/**
 * A cache of one kind's objects that follows the store and calls handlers on changes. It compares each new list with
 * the cache, so handlers get what a broken watch missed. Share one informer among all users of the same objects. An
 * informer runs once: create a new one after `stop`.
 */
export class Informer<K extends Kind, I extends string = never> {
  readonly kind: K;
  readonly #options: InformerOptions<K, I>;
  readonly #clock: Clock;
  readonly #indexer: Indexer<Kinds[K], I>;
  readonly #handlers = new Set<ChangeHandler<Kinds[K]>>();
  readonly #waitingList = new WaitingList<Kinds[K]>();
  readonly #synced = Promise.withResolvers<void>();
  readonly #reflector: Reflector<K>;
  readonly #metrics: InformerRecorder;
  #state: 'new' | 'running' | 'stopped' = 'new';
  #hasSynced = false;
  #cancelResync = () => {};

  constructor(options: InformerOptions<K, I>) {
    const { kind, store, selector = {}, log, clock = systemClock, random } = options;
    const { indexes = {} as Indexes<Kinds[K], I>, metrics = noInformerMetrics } = options;
    this.kind = kind;
    this.#options = options;
    this.#clock = clock;
    this.#indexer = new Indexer(indexes);
    const target = this.#target();
    this.#metrics = metrics.observe(this);
    this.#reflector = new Reflector({ kind, store, selector, log, clock, random, target, metrics: this.#metrics });
  }

  /** The objects as of the last event of the watch; empty before the first list. */
  get cache(): Lister<Kinds[K], I> {
    return this.#indexer;
  }

  /** True if the first list is in the cache, and the handlers have it. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Milliseconds since the store last answered; Infinity before the first list. */
  get contactAgeMs(): number {
    return this.#reflector.contactAgeMs;
  }

  /** Whether it is running and synced, and the store has answered within `deadMs`. Part of a program's readiness. */
  get isReady(): boolean {
    return this.#state === 'running' && this.#hasSynced && this.contactAgeMs < (this.#options.deadMs ?? 300_000);
  }

  /** Works once; later calls do nothing. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    this.#reflector.start();
    this.#resyncLater();
  }

  /** Handlers get no further call, and the metrics drop the informer. Resolves when the last request has ended. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#handlers.clear();
    this.#cancelResync();
    this.#metrics.gone();
    await this.#reflector.stop();
  }

  /** Resolves when the first list is in the cache. Rejects with the signal's reason. */
  whenSynced(signal: AbortSignal): Promise<void> {
    return race(this.#synced.promise, signal);
  }

  /** The kind and the last error, for people; undefined once synced. */
  whyNotSynced(): string | undefined {
    if (this.#hasSynced) return undefined;
    const { fault } = this.#reflector;
    return `${this.kind}: ${fault instanceof Error ? fault.message : 'no answer yet'}`;
  }

  /** Calls `handler` for each object of the cache, then for each change. Returns a function that removes `handler`. */
  onChange(handler: ChangeHandler<Kinds[K]>): () => void {
    // The set holds wrappers, so that the same handler can be registered twice.
    const wrapper: typeof handler = (...change) => handler(...change);
    if (this.#state !== 'stopped') this.#handlers.add(wrapper);
    for (const object of this.#indexer.list()) this.#call(wrapper, undefined, object, 'initial');
    return () => this.#handlers.delete(wrapper);
  }

  /**
   * Waits until `holds` is true for the object in the synced cache, or for undefined, its absence. Resolves to that
   * object or undefined. For reading your own write from the cache. Rejects with the signal's reason.
   */
  async waitFor(
    key: ObjectKey,
    holds: (object: Kinds[K] | undefined) => boolean,
    signal: AbortSignal,
  ): Promise<Kinds[K] | undefined> {
    await this.whenSynced(signal);
    const object = this.#indexer.get(keyText(key));
    return holds(object) ? object : this.#waitingList.add(keyText(key), holds, signal);
  }

  #target(): ReflectorTarget<Kinds[K]> {
    return {
      replace: (objects) => this.#replace(objects),
      set: (object) => this.#set(object),
      delete: (key) => this.#delete(keyText(key)),
    };
  }

  #replace(objects: readonly Kinds[K][]): void {
    const listed = new Set(objects.map(({ metadata }) => keyText(metadata)));
    for (const key of this.#indexer.keys()) {
      if (!listed.has(key)) this.#delete(key);
    }
    for (const object of objects) this.#set(object);
    this.#hasSynced = true;
    this.#synced.resolve();
  }

  #set(object: Kinds[K]): void {
    const key = keyText(object.metadata);
    const previous = this.#indexer.get(key);
    if (previous && isSameVersion(previous, object)) return;
    const isReplaced = previous !== undefined && previous.metadata.uid !== object.metadata.uid;
    if (isReplaced) this.#delete(key);
    this.#indexer.set(deepFreeze(object));
    this.#notify(key, isReplaced ? undefined : previous, object);
  }

  #delete(key: string): void {
    const previous = this.#indexer.get(key);
    if (!previous) return;
    this.#indexer.delete(key);
    this.#notify(key, previous, undefined);
  }

  #notify(key: string, previous: Kinds[K] | undefined, current: Kinds[K] | undefined): void {
    const reason = this.#hasSynced ? 'change' : 'initial';
    this.#waitingList.notify(key, current);
    this.#callAll(previous, current, reason);
  }

  /** Loops over a copy: a handler that is added during the loop has already received this object. */
  #callAll(...change: Parameters<ChangeHandler<Kinds[K]>>): void {
    for (const handler of [...this.#handlers]) this.#call(handler, ...change);
  }

  #call(handler: ChangeHandler<Kinds[K]>, ...change: Parameters<ChangeHandler<Kinds[K]>>): void {
    // Another handler may have removed this one.
    if (!this.#handlers.has(handler)) return;
    try {
      handler(...change);
    } catch (error) {
      const [previous, current] = change;
      const object = current ?? previous;
      const key = object && keyText(object.metadata);
      this.#options.log.error({ err: error, kind: this.kind, key }, 'a change handler failed');
    }
  }

  #resyncLater(): void {
    const { resyncMs } = this.#options;
    if (resyncMs === undefined) return;
    this.#cancelResync = this.#clock.after(resyncMs, () => {
      for (const object of this.#indexer.list()) this.#callAll(object, object, 'resync');
      if (this.#state === 'running') this.#resyncLater();
    });
  }
}

const isSameVersion = ({ metadata: one }: Kinds[Kind], { metadata: other }: Kinds[Kind]): boolean =>
  one.resourceVersion === other.resourceVersion && one.uid === other.uid;
