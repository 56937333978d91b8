import { randomUUID } from 'node:crypto';
import {
  AlreadyExists,
  type CallOptions,
  Conflict,
  type DeleteOptions,
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
import { type Clock, raceSignal, systemClock } from '@tintype/runtime';
import type { Change } from '../registry/change.js';
import { creation } from '../registry/creation.js';
import { deletion } from '../registry/deletion.js';
import { statusUpdate, update } from '../registry/update.js';
import { failureOf } from './failure.js';
import { listBucket } from './list-bucket.js';
import { type Entry, ObjectBucket, type ObjectsNats } from './object-bucket.js';
import { BucketWatch } from './watch-bucket.js';

export interface JetStreamStoreOptions {
  nats: ObjectsNats;
  /** As `provisionObjects` made it. */
  bucket: string;
  clock?: Clock;
  /** Every so often a watch says how far it is. */
  bookmarkEveryMs?: number;
  /** How long the mark of a deletion stays, for watches that were away; the same for every store on a bucket. */
  markSeconds?: number;
}

/** Others were faster so many times: then something is wrong. */
const mostAttempts = 10;

/** Objects in a key-value bucket of NATS JetStream: Kubernetes' behaviour on one machine (decision 0016). */
export class JetStreamStore implements ResourceStore {
  readonly #nats: ObjectsNats;
  readonly #bucket: ObjectBucket;
  readonly #clock: Clock;
  readonly #limits: { clock: Clock; bookmarkEveryMs: number; markMs: number };

  constructor(options: JetStreamStoreOptions) {
    const { nats, bucket, clock = systemClock, bookmarkEveryMs = 30_000, markSeconds = 600 } = options;
    this.#nats = nats;
    this.#bucket = new ObjectBucket(nats, bucket, markSeconds);
    this.#clock = clock;
    this.#limits = { clock, bookmarkEveryMs, markMs: markSeconds * 1000 };
  }

  get<K extends Kind>(kind: K, key: ObjectKey, options: CallOptions = {}): Promise<Kinds[K] | undefined> {
    return this.#call(`get ${kind} ${keyText(key)}`, false, options, async () => {
      const entry = await this.#bucket.read(kind, key);
      return entry?.object;
    });
  }

  list<K extends Kind>(kind: K, selector: Selector = {}, options: CallOptions = {}): Promise<ObjectList<Kinds[K]>> {
    return this.#call(`list ${kind}`, false, options, () => listBucket(this.#bucket, kind, selector, this.#clock));
  }

  async *watch<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    yield* new BucketWatch(this.#bucket, kind, options, this.#limits).events();
  }

  create<K extends Kind>(kind: K, object: NewKinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    const what = `create ${kind} ${keyText(object.metadata)}`;
    return this.#call(what, true, options, () => {
      const made = creation(kind, object, randomUUID(), this.#clock.now());
      return this.#untilWritten(what, async (attempt) => {
        // The name is free most of the time, so nothing is read first.
        const entry = attempt > 0 ? await this.#read(kind, made.metadata) : undefined;
        if (entry?.object) throw new AlreadyExists(`${kind} ${keyText(made.metadata)} is there already`);
        return this.#bucket.write(kind, made, entry?.sequence ?? 0);
      });
    });
  }

  update<K extends Kind>(kind: K, object: Kinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    return this.#call(`update ${kind} ${keyText(object.metadata)}`, true, options, async () => {
      const entry = await this.#read(kind, object.metadata);
      return this.#apply(kind, entry, update(kind, entry?.object, object));
    });
  }

  updateStatus<K extends Kind>(kind: K, object: Kinds[K], options: CallOptions = {}): Promise<Kinds[K]> {
    return this.#call(`update status of ${kind} ${keyText(object.metadata)}`, true, options, async () => {
      const entry = await this.#read(kind, object.metadata);
      return this.#apply(kind, entry, statusUpdate(kind, entry?.object, object));
    });
  }

  delete<K extends Kind>(kind: K, key: ObjectKey, options: DeleteOptions = {}): Promise<Kinds[K] | undefined> {
    const what = `delete ${kind} ${keyText(key)}`;
    return this.#call(what, true, options, async () => {
      const { object } = await this.#untilWritten(what, () => this.#deleteOnce(kind, key, options));
      return object;
    });
  }

  /** Undefined when somebody else was faster. */
  async #deleteOnce<K extends Kind>(
    kind: K,
    key: ObjectKey,
    options: DeleteOptions,
  ): Promise<{ object: Kinds[K] | undefined } | undefined> {
    const entry = await this.#read(kind, key);
    if (!entry?.object) return { object: undefined };
    const { outcome, object } = deletion(kind, entry.object, options, this.#clock.now());
    if (outcome === 'none') return { object };
    if (outcome === 'removed')
      return (await this.#bucket.remove(kind, key, entry.sequence)) ? { object: undefined } : undefined;
    const written = await this.#bucket.write(kind, object, entry.sequence);
    return written && { object: written };
  }

  async #apply<K extends Kind>(
    kind: K,
    entry: Entry<K> | undefined,
    { outcome, object }: Change<K>,
  ): Promise<Kinds[K]> {
    if (outcome === 'none' || !entry) return object;
    const written =
      outcome === 'stored'
        ? await this.#bucket.write(kind, object, entry.sequence)
        : (await this.#bucket.remove(kind, object.metadata, entry.sequence)) && object;
    if (!written) throw new Conflict(`${kind} ${keyText(object.metadata)} has been written since it was read`);
    return written;
  }

  /** Repeats a write that somebody else's was faster than, from its reading on. */
  async #untilWritten<T>(what: string, write: (attempt: number) => Promise<T | undefined>): Promise<T> {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const written = await write(attempt);
      if (written) return written;
    }
    throw new StoreUnavailable(`${what}: others were faster ${mostAttempts} times`, 'none');
  }

  /** The reading before a write: nothing is done yet when it fails. */
  async #read<K extends Kind>(kind: K, key: ObjectKey): Promise<Entry<K> | undefined> {
    return this.#bucket.read(kind, key).catch((error) => {
      throw failureOf(error, `read ${kind} ${keyText(key)}`, false);
    });
  }

  async #call<T>(what: string, isWrite: boolean, { signal }: CallOptions, act: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw new StoreUnavailable(`${what}: ended before it began`, 'none', { cause: signal.reason });
    // The client would keep what is written now, and may send it once it is connected again.
    if (!this.#nats.connected) throw new StoreUnavailable(`${what}: no connection to NATS`, 'none');
    const { lost } = this.#nats;
    try {
      return await raceSignal(act(), signal ? AbortSignal.any([lost, signal]) : lost);
    } catch (error) {
      throw failureOf(error, what, isWrite);
    }
  }
}
