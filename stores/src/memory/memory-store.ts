import {
  AlreadyExists,
  type CallOptions,
  type DeleteOptions,
  Expired,
  type Kind,
  type Kinds,
  keyText,
  type NewKinds,
  type ObjectKey,
  type ObjectList,
  type ResourceStore,
  type Selector,
  StoreUnavailable,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import { type Clock, systemClock } from '@tintype/runtime';
import { frozenCopy } from '../frozen.js';
import {
  type Change,
  changeByStatusUpdate,
  changeByUpdate,
  checkHasStatus,
  checkSize,
  createdObject,
} from '../registry/changes.js';
import { changeByDeletion } from '../registry/deletion.js';
import { checkKey, checkSelector, isSelected } from '../registry/names.js';
import { Waiters } from '../waiters.js';
import { History } from './history.js';
import { memoryWatch } from './memory-watch.js';

export interface MemoryStoreOptions {
  /** Default: real time. */
  clock?: Clock;
  /** How often a quiet watch sends a bookmark. */
  bookmarkEveryMs?: number;
  /** Keeps at least this many writes, for watches from the past and for stale reads. */
  historyLimit?: number;
  onWrite?: (kind: Kind) => void;
}

/** Reads that see the objects as of an earlier version. */
export type StaleReads = Pick<ResourceStore, 'get' | 'list'>;

type Objects = Map<string, Kinds[Kind]>;

/** A uid that counts up, in the form of a UUID. */
const uidOf = (count: number) => `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;

/**
 * Objects in memory, for tests. It behaves like the API server. Each run gives the same result: uids and versions are
 * counters, and the clock gives all times. Watches deliver every write and wake in the order in which they began to
 * wait. A call takes effect before it returns its promise. Objects are frozen and shared.
 */
export class MemoryStore implements ResourceStore {
  readonly #clock: Clock;
  readonly #bookmarkEveryMs: number;
  readonly #history: History;
  readonly #onWrite: (kind: Kind) => void;
  readonly #waiters = new Waiters();
  readonly #objects: Record<Kind, Objects> = {
    BrowserSession: new Map(),
    BrowserPool: new Map(),
    Pod: new Map(),
    Lease: new Map(),
  };
  #createdCount = 0;

  constructor({
    clock = systemClock,
    bookmarkEveryMs = 60_000,
    historyLimit = 10_000,
    onWrite = () => undefined,
  }: MemoryStoreOptions = {}) {
    this.#clock = clock;
    this.#bookmarkEveryMs = bookmarkEveryMs;
    this.#history = new History(historyLimit);
    this.#onWrite = onWrite;
  }

  get version(): string {
    return String(this.#history.lastVersion);
  }

  /** Drops the history up to a version. Watches and stale reads from before that version fail with Expired. */
  compact(version: string = this.version): void {
    this.#history.compact(this.#numberOf(version));
  }

  /** Reads as of a version. */
  asOf(version: string): StaleReads {
    return {
      get: async (kind, key) => this.#objectsAt(kind, version).get(keyText(key)),
      list: async (kind, selector = {}) => ({
        items: [...this.#objectsAt(kind, version).values()].filter((object) => isSelected(selector, object)),
        resourceVersion: version,
      }),
    };
  }

  async get<K extends Kind>(kind: K, key: ObjectKey, options: CallOptions = {}): Promise<Kinds[K] | undefined> {
    beginCall(options);
    checkKey(kind, key);
    return this.#objectsOf(kind).get(keyText(key));
  }

  async list<K extends Kind>(
    kind: K,
    selector: Selector = {},
    options: CallOptions = {},
  ): Promise<ObjectList<Kinds[K]>> {
    beginCall(options);
    checkSelector(selector);
    const items = [...this.#objectsOf(kind).values()].filter((object) => isSelected(selector, object));
    return { items, resourceVersion: this.version };
  }

  async *watch<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    const { selector = {} } = options;
    checkSelector(selector);
    yield* memoryWatch<K>({
      kind,
      selector,
      afterVersion: this.#numberOf(options.resourceVersion),
      signal: options.signal,
      history: this.#history,
      waiters: this.#waiters,
      clock: this.#clock,
      bookmarkEveryMs: this.#bookmarkEveryMs,
    });
  }

  async create<K extends Kind>(kind: K, object: NewKinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    beginCall(options);
    checkKey(kind, object.metadata);
    const key = keyText(object.metadata);
    const newObject = createdObject(kind, object, uidOf(this.#createdCount + 1), this.#clock.now());
    if (this.#objectsOf(kind).has(key)) throw new AlreadyExists(`${kind} ${key} already exists`);
    this.#createdCount += 1;
    return this.#write(kind, key, newObject);
  }

  async update<K extends Kind>(kind: K, object: Kinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    beginCall(options);
    checkKey(kind, object.metadata);
    const key = keyText(object.metadata);
    return this.#apply(kind, key, changeByUpdate(kind, this.#objectsOf(kind).get(key), object));
  }

  async updateStatus<K extends Kind>(kind: K, object: Kinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    beginCall(options);
    checkHasStatus(kind);
    checkKey(kind, object.metadata);
    const key = keyText(object.metadata);
    return this.#apply(kind, key, changeByStatusUpdate(kind, this.#objectsOf(kind).get(key), object));
  }

  async delete<K extends Kind>(kind: K, key: ObjectKey, options: DeleteOptions = {}): Promise<Kinds[K] | undefined> {
    beginCall(options);
    checkKey(kind, key);
    const stored = this.#objectsOf(kind).get(keyText(key));
    if (!stored) return undefined;
    const change = changeByDeletion(kind, stored, options, this.#clock.now());
    const object = this.#apply(kind, keyText(key), change);
    return change.outcome === 'removed' ? undefined : object;
  }

  #objectsOf<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    return this.#objects[kind] as Map<string, Kinds[K]>;
  }

  #apply<K extends Kind>(kind: K, key: string, { outcome, object }: Change<K>): Kinds[K] {
    if (outcome === 'stored') return this.#write(kind, key, object);
    if (outcome === 'removed') this.#record(kind, key, undefined);
    return object;
  }

  #write<K extends Kind>(kind: K, key: string, object: Kinds[K]): Kinds[K] {
    const metadata = { ...object.metadata, resourceVersion: String(this.#history.lastVersion + 1) };
    const written: Kinds[K] = frozenCopy({ ...object, metadata });
    checkSize(kind, written, JSON.stringify(written));
    this.#record(kind, key, written);
    return written;
  }

  #record<K extends Kind>(kind: K, key: string, after: Kinds[K] | undefined): void {
    const objects = this.#objectsOf(kind);
    this.#history.add({ version: this.#history.lastVersion + 1, kind, key, before: objects.get(key), after });
    if (after) objects.set(key, after);
    else objects.delete(key);
    this.#onWrite(kind);
    this.#waiters.wake();
  }

  #numberOf(version: string): number {
    const number = Number(version);
    if (typeof version !== 'string' || !/^\d+$/.test(version) || number > this.#history.lastVersion)
      throw new Expired(`${version} is not a version of this store`);
    return number;
  }

  #objectsAt<K extends Kind>(kind: K, version: string): Map<string, Kinds[K]> {
    const objects = new Map(this.#objectsOf(kind));
    for (const write of this.#history.since(this.#numberOf(version))) {
      if (write.kind !== kind) continue;
      if (write.before) objects.set(write.key, write.before as Kinds[K]);
      else objects.delete(write.key);
    }
    return objects;
  }
}

/** Throws if the signal has aborted; else calls `beforeSending`, which may throw. */
const beginCall = ({ signal, beforeSending }: CallOptions): void => {
  if (signal?.aborted)
    throw new StoreUnavailable('the signal of the call had already ended', 'none', { cause: signal.reason });
  beforeSending?.();
};
