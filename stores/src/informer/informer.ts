import { type Kind, type Kinds, keyText, type ObjectKey, type ResourceStore, type Selector } from '@tintype/crds';
import { type Clock, type Logger, raceSignal, systemClock } from '@tintype/runtime';
import { deepFreeze } from '../frozen.js';
import { Indexer, type Indexes, type Lister } from './indexer.js';
import { type CountedInformer, type InformerMetrics, noInformerMetrics } from './metrics.js';
import { Reflector, type ReflectorTarget } from './reflector.js';
import { WaitingList } from './waiting-list.js';

/** Why something is told: it is part of the first list (or was there before the handler), it has changed, or all is told again. */
export type ChangeCause = 'initial' | 'change' | 'resync';

/**
 * Hears of one object: of its appearing (no `previous`), its change, or its disappearing (no `current`; `previous` is
 * the last state that was seen). Called in the order of events, with the cache as it was told so far; it is to be quick.
 */
export type ChangeHandler<T> = (previous: T | undefined, current: T | undefined, cause: ChangeCause) => void;

export interface InformerOptions<K extends Kind, I extends string> {
  store: Pick<ResourceStore, 'list' | 'watch'>;
  kind: K;
  selector?: Selector;
  indexes?: Indexes<Kinds[K], I>;
  /** So often all is told again, in case a handler lost something. Never by default. */
  resyncMs?: number;
  /** Not ready any more when nothing was heard for so long. */
  deadMs?: number;
  clock?: Clock;
  /** From 0 up to 1; for tests that play the same again. */
  random?: () => number;
  log: Pick<Logger, 'debug' | 'warn' | 'error'>;
  metrics?: InformerMetrics;
}

/**
 * A cache of a kind's objects that follows the store, and tells handlers what changes in it. Whatever a broken watch
 * missed is found by comparing a new list with the cache. Whoever needs the same objects shares the informer by being
 * handed it; informers share nothing with each other. It runs once: a new one takes the place of one that was stopped.
 */
export class Informer<K extends Kind, I extends string = never> {
  readonly kind: K;
  readonly #options: InformerOptions<K, I>;
  readonly #clock: Clock;
  readonly #indexer: Indexer<Kinds[K], I>;
  readonly #handlers = new Set<ChangeHandler<Kinds[K]>>();
  readonly #waiting = new WaitingList<Kinds[K]>();
  readonly #synced = Promise.withResolvers<void>();
  readonly #reflector: Reflector<K>;
  readonly #metrics: CountedInformer;
  #state: 'new' | 'running' | 'stopped' = 'new';
  #hasSynced = false;
  #endResync = () => {};

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

  /** What is known. Stale by as much as the watch lags; empty before the first list. */
  get cache(): Lister<Kinds[K], I> {
    return this.#indexer;
  }

  /** The first list is in the cache, and handlers were told of it. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Milliseconds since the store was last heard; Infinity before the first list. */
  get contactAgeMs(): number {
    return this.#reflector.contactAgeMs;
  }

  /** Runs, has synced, and is not cut off for longer than `deadMs`: a part of a program's readiness. */
  get ready(): boolean {
    return this.#state === 'running' && this.#hasSynced && this.contactAgeMs < (this.#options.deadMs ?? 300_000);
  }

  /** Does nothing when it was started or stopped before. */
  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'running';
    this.#reflector.start();
    this.#resyncLater();
  }

  /**
   * Handlers hear nothing after this call, not even the rest of what is just told; metrics show it no more. Settles once the
   * last request has ended.
   */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#handlers.clear();
    this.#endResync();
    this.#metrics.gone();
    await this.#reflector.stop();
  }

  whenSynced(signal: AbortSignal): Promise<void> {
    return raceSignal(this.#synced.promise, signal);
  }

  /** What it waits for, and what went wrong last, for people; undefined once it has synced. */
  whyNotSynced(): string | undefined {
    if (this.#hasSynced) return undefined;
    const { fault } = this.#reflector;
    return `${this.kind}: ${fault instanceof Error ? fault.message : 'no answer yet'}`;
  }

  /** The answer ends it at once. A handler that comes late is told of all that is there first. */
  onChange(handler: ChangeHandler<Kinds[K]>): () => void {
    // Its own function, so that the same handler can be there twice.
    const own: typeof handler = (...change) => handler(...change);
    if (this.#state !== 'stopped') this.#handlers.add(own);
    for (const object of this.#indexer.list()) this.#call(own, undefined, object, 'initial');
    return () => this.#handlers.delete(own);
  }

  /**
   * The object once the synced cache has it in this state, undefined if the state is that it is gone. For whoever has
   * written and will read from the cache; rejects with the signal's reason.
   */
  async waitFor(
    key: ObjectKey,
    holds: (object: Kinds[K] | undefined) => boolean,
    signal: AbortSignal,
  ): Promise<Kinds[K] | undefined> {
    await this.whenSynced(signal);
    const object = this.#indexer.get(keyText(key));
    return holds(object) ? object : this.#waiting.add(keyText(key), holds, signal);
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
    const known = this.#indexer.get(key);
    if (known && isSameVersion(known, object)) return;
    const replaced = known !== undefined && known.metadata.uid !== object.metadata.uid;
    if (replaced) this.#delete(key);
    this.#indexer.set(deepFreeze(object));
    this.#notify(key, replaced ? undefined : known, object);
  }

  #delete(key: string): void {
    const known = this.#indexer.get(key);
    if (!known) return;
    this.#indexer.delete(key);
    this.#notify(key, known, undefined);
  }

  #notify(key: string, previous: Kinds[K] | undefined, current: Kinds[K] | undefined): void {
    const cause = this.#hasSynced ? 'change' : 'initial';
    this.#waiting.notify(key, current);
    this.#callAll(previous, current, cause);
  }

  /** A handler that one of them adds has been told of the object when it came. */
  #callAll(...change: Parameters<ChangeHandler<Kinds[K]>>): void {
    for (const handler of [...this.#handlers]) this.#call(handler, ...change);
  }

  #call(handler: ChangeHandler<Kinds[K]>, ...change: Parameters<ChangeHandler<Kinds[K]>>): void {
    // Another handler may have ended this one, or all of them.
    if (!this.#handlers.has(handler)) return;
    try {
      handler(...change);
    } catch (error) {
      this.#options.log.error({ err: error, kind: this.kind }, 'a handler failed');
    }
  }

  #resyncLater(): void {
    const { resyncMs } = this.#options;
    if (resyncMs === undefined) return;
    this.#endResync = this.#clock.after(resyncMs, () => {
      for (const object of this.#indexer.list()) this.#callAll(object, object, 'resync');
      if (this.#state === 'running') this.#resyncLater();
    });
  }
}

const isSameVersion = ({ metadata: one }: Kinds[Kind], { metadata: other }: Kinds[Kind]): boolean =>
  one.resourceVersion === other.resourceVersion && one.uid === other.uid;
