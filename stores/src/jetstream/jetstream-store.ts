import { randomUUID } from 'node:crypto';
import {
  AlreadyExists,
  type CallOptions,
  Conflict,
  type DeleteOptions,
  Invalid,
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
import { type Clock, type Logger, systemClock } from '@tintype/runtime';
import {
  type Change,
  changeByStatusUpdate,
  changeByUpdate,
  checkHasStatus,
  createdObject,
} from '../registry/changes.js';
import { changeByDeletion } from '../registry/deletion.js';
import { checkKey } from '../registry/names.js';
import { Call, type ObjectsNats } from './call.js';
import { listBucket } from './list-bucket.js';
import { ObjectBucket } from './object-bucket.js';
import type { StoredEntry } from './stored-entry.js';
import { BucketWatch } from './watch-bucket.js';

export interface JetStreamStoreOptions {
  nats: ObjectsNats;
  /** Created by `provisionObjects`. */
  bucket: string;
  /** Reports entries of the bucket that are no objects. */
  log?: Pick<Logger, 'warn'>;
  clock?: Clock;
  /**
   * How often a watch sends a bookmark if it has delivered all events. At most a quarter of `markerSeconds` counts.
   * Default: 30,000 ms.
   */
  bookmarkEveryMs?: number;
  /**
   * How long the marker of a deletion stays, for interrupted watches to find. Default: 600 s. Must be the same for all
   * stores of a bucket.
   */
  markerSeconds?: number;
}

/** A write that loses this many races fails, because something must be wrong. */
const maxAttempts = 10;

/** Keeps objects in a JetStream key-value bucket. It behaves as Kubernetes does, on one machine (decision 0016). */
export class JetStreamStore implements ResourceStore {
  readonly #bucket: ObjectBucket;
  readonly #clock: Clock;
  readonly #limits: { clock: Clock; bookmarkEveryMs: number; markerMs: number };

  constructor(options: JetStreamStoreOptions) {
    const { nats, bucket, log, clock = systemClock, bookmarkEveryMs = 30_000, markerSeconds = 600 } = options;
    this.#bucket = new ObjectBucket({ nats, name: bucket, markerSeconds, log });
    this.#clock = clock;
    this.#limits = { clock, bookmarkEveryMs, markerMs: markerSeconds * 1000 };
  }

  async get<K extends Kind>(kind: K, key: ObjectKey, options: CallOptions = {}): Promise<Kinds[K] | undefined> {
    checkKey(kind, key);
    return Call.run(`get ${kind} ${keyText(key)}`, this.#bucket, options, async () => {
      const entry = await this.#read(kind, key);
      return entry?.object;
    });
  }

  list<K extends Kind>(kind: K, selector: Selector = {}, options: CallOptions = {}): Promise<ObjectList<Kinds[K]>> {
    return Call.run(`list ${kind}`, this.#bucket, options, () => listBucket(this.#bucket, kind, selector, this.#clock));
  }

  async *watch<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    yield* new BucketWatch(this.#bucket, kind, options, this.#limits).events();
  }

  async create<K extends Kind>(kind: K, object: NewKinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    checkKey(kind, object.metadata);
    const key = keyText(object.metadata);
    return Call.run(`create ${kind} ${key}`, this.#bucket, options, async (call) => {
      const newObject = createdObject(kind, object, randomUUID(), this.#clock.now());
      return this.#untilWritten(async (attempt) => {
        // The name is usually free, so the first attempt reads nothing.
        const entry = attempt > 0 ? await this.#bucket.read(kind, newObject.metadata) : undefined;
        if (entry?.object) throw new AlreadyExists(`${kind} ${key} already exists`);
        if (entry?.fault)
          throw new AlreadyExists(`${kind} ${key} is taken by an entry that is no object: ${entry.fault}`);
        return this.#bucket.write(call, kind, newObject, entry?.sequence ?? 0);
      });
    });
  }

  async update<K extends Kind>(kind: K, object: Kinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    checkKey(kind, object.metadata);
    return Call.run(`update ${kind} ${keyText(object.metadata)}`, this.#bucket, options, async (call) => {
      const entry = await this.#read(kind, object.metadata);
      return this.#apply(call, kind, entry, changeByUpdate(kind, entry?.object, object));
    });
  }

  async updateStatus<K extends Kind>(kind: K, object: Kinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    checkHasStatus(kind);
    checkKey(kind, object.metadata);
    return Call.run(`update status of ${kind} ${keyText(object.metadata)}`, this.#bucket, options, async (call) => {
      const entry = await this.#read(kind, object.metadata);
      return this.#apply(call, kind, entry, changeByStatusUpdate(kind, entry?.object, object));
    });
  }

  async delete<K extends Kind>(kind: K, key: ObjectKey, options: DeleteOptions = {}): Promise<Kinds[K] | undefined> {
    checkKey(kind, key);
    return Call.run(`delete ${kind} ${keyText(key)}`, this.#bucket, options, async (call) => {
      const { object } = await this.#untilWritten(() => this.#deleteOnce(call, kind, key, options));
      return object;
    });
  }

  /** Throws Invalid for an entry that is no object. */
  async #read<K extends Kind>(kind: K, key: ObjectKey): Promise<StoredEntry<K> | undefined> {
    const entry = await this.#bucket.read(kind, key);
    if (entry?.fault)
      throw new Invalid(`${kind} ${keyText(key)} is unreadable: ${entry.fault}; delete it and create it again`);
    return entry;
  }

  /** Undefined if another write came first. Otherwise `object` is what the delete call returns. */
  async #deleteOnce<K extends Kind>(
    call: Call,
    kind: K,
    key: ObjectKey,
    options: DeleteOptions,
  ): Promise<{ object: Kinds[K] | undefined } | undefined> {
    const entry = await this.#bucket.read(kind, key);
    if (entry?.fault) return this.#deleteUnreadable(call, kind, key, { sequence: entry.sequence, options });
    if (!entry?.object) return { object: undefined };
    const { outcome, object } = changeByDeletion(kind, entry.object, options, this.#clock.now());
    if (outcome === 'none') return { object };
    if (outcome === 'removed')
      return (await this.#bucket.remove(call, kind, key, entry.sequence)) ? { object: undefined } : undefined;
    const written = await this.#bucket.write(call, kind, object, entry.sequence);
    return written && { object: written };
  }

  /**
   * Deletes an entry that is no object, without regard to finalizers, which are unknown. The version of an entry is its
   * sequence. Throws Conflict if the caller expects another version, or any uid, because the uid is unknown.
   */
  async #deleteUnreadable(
    call: Call,
    kind: Kind,
    key: ObjectKey,
    { sequence, options: { uid, resourceVersion } }: { sequence: number; options: DeleteOptions },
  ): Promise<{ object: undefined } | undefined> {
    if (uid !== undefined || (resourceVersion !== undefined && resourceVersion !== String(sequence)))
      throw new Conflict(`${kind} ${keyText(key)} is unreadable: its version is ${sequence}, and its uid is unknown`);
    return (await this.#bucket.remove(call, kind, key, sequence)) ? { object: undefined } : undefined;
  }

  async #apply<K extends Kind>(
    call: Call,
    kind: K,
    entry: StoredEntry<K> | undefined,
    { outcome, object }: Change<K>,
  ): Promise<Kinds[K]> {
    if (outcome === 'none' || !entry) return object;
    const written =
      outcome === 'stored'
        ? await this.#bucket.write(call, kind, object, entry.sequence)
        : (await this.#bucket.remove(call, kind, object.metadata, entry.sequence)) && object;
    if (!written) throw new Conflict(`${kind} ${keyText(object.metadata)} has changed since it was read`);
    return written;
  }

  /** Repeats `write` while it returns undefined, which means that another write came first. */
  async #untilWritten<T>(write: (attempt: number) => Promise<T | undefined>): Promise<T> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const written = await write(attempt);
      if (written) return written;
    }
    throw new StoreUnavailable(`other writes came first ${maxAttempts} times`, 'none');
  }
}
