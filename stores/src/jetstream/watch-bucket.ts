import {
  Expired,
  type Kind,
  type Kinds,
  keyText,
  type Selector,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import { type Clock, type JsMsg, race } from '@tintype/runtime';
import { isSelected } from '../registry/names.js';
import { storeErrorFrom } from './call.js';
import type { BucketState, ObjectBucket } from './object-bucket.js';
import { filterOf, keyOfSubject } from './object-subjects.js';
import { StreamReader } from './stream-reader.js';

/**
 * Where a watch can start: a sequence of the bucket, and a server time in milliseconds since the epoch. At that time,
 * no message that matches the watch had a later sequence. An object's own `resourceVersion` is the sequence alone.
 */
interface Position {
  sequence: number;
  time: number;
}

export const versionText = ({ sequence, time }: Position): string => `${sequence}@${time}`;

/** Undefined for an object's own version, and for a version of another engine. */
const parsePosition = (text: string): Position | undefined => {
  const [, sequence, time] = /^(\d+)@(\d+)$/.exec(text) ?? [];
  return sequence && time ? { sequence: Number(sequence), time: Number(time) } : undefined;
};

export interface WatchLimits {
  clock: Clock;
  bookmarkEveryMs: number;
  /** Delete markers stay at least this long. */
  markerMs: number;
}

/** The share of a marker's life that is reserved for clock differences and requests in flight. */
const reservedShare = 0.1;

export class BucketWatch<K extends Kind> {
  readonly #bucket: ObjectBucket;
  readonly #kind: K;
  readonly #selector: Selector;
  readonly #start: Position;
  readonly #signal: AbortSignal;
  readonly #limits: WatchLimits;
  readonly #filter: string;
  /** Keys that this watch reported as deleted, each until its second marker or a selected object follows. */
  readonly #deletedKeys = new Set<string>();
  /** All delete markers from before this server time have arrived, or are about to arrive. */
  #seenUntil: number;
  /** When the bucket's state is read next, in the clock's monotonic time. */
  #checkAt: number;

  constructor(bucket: ObjectBucket, kind: K, options: WatchOptions, limits: WatchLimits) {
    const { selector = {} } = options;
    const start = parsePosition(options.resourceVersion);
    if (!start) throw new Expired(`${options.resourceVersion} is not a version that a watch can start from`);
    this.#bucket = bucket;
    this.#kind = kind;
    this.#selector = selector;
    this.#start = start;
    this.#signal = options.signal;
    this.#limits = limits;
    this.#filter = filterOf(bucket.name, kind, this.#selector);
    this.#seenUntil = start.time;
    this.#checkAt = this.#nextCheck();
  }

  /** Ends when the signal aborts. Throws a StoreError if the watch could miss an event. */
  async *events(): AsyncGenerator<WatchEvent<Kinds[K]>> {
    let reader: StreamReader | undefined;
    try {
      this.#checkVersion(await race(this.#bucket.state(this.#filter), this.#signal));
      reader = await this.#open();
      while (!this.#signal.aborted) {
        const event = await this.#next(reader);
        if (event) yield event;
      }
    } catch (error) {
      if (!this.#signal.aborted)
        throw storeErrorFrom(error, { what: `watch ${this.#kind}`, bucket: this.#bucket.name, isWrite: false });
    } finally {
      reader?.close();
    }
  }

  async #open(): Promise<StreamReader> {
    const { clock } = this.#limits;
    const opening = StreamReader.open(this.#bucket, {
      filter: this.#filter,
      afterSequence: this.#start.sequence,
      clock,
    });
    return race(opening, this.#signal).catch((error) => {
      opening.then((reader) => reader.close()).catch(() => undefined);
      throw error;
    });
  }

  async #next(reader: StreamReader): Promise<WatchEvent<Kinds[K]> | undefined> {
    const { clock } = this.#limits;
    if (clock.monotonic() >= this.#checkAt) return this.#bookmark(reader);
    const message = reader.take();
    if (message) return this.#eventOf(message);
    await reader.wait(this.#checkAt - clock.monotonic(), this.#signal);
    return undefined;
  }

  /** Returns a bookmark if every message was delivered. Throws Expired if delete markers may have expired unseen. */
  async #bookmark(reader: StreamReader): Promise<WatchEvent<Kinds[K]> | undefined> {
    const state = await race(this.#bucket.state(this.#filter), this.#signal);
    this.#checkMarkers(state.now);
    this.#checkAt = this.#nextCheck();
    this.#seenUntil = Math.max(this.#seenUntil, reader.lastTime);
    if (!reader.isEmpty || reader.lastSequence < state.lastSequenceOfFilter) return undefined;
    this.#seenUntil = state.now;
    return { type: 'bookmark', resourceVersion: versionText({ sequence: reader.lastSequence, time: state.now }) };
  }

  #nextCheck(): number {
    const { clock, bookmarkEveryMs, markerMs } = this.#limits;
    return clock.monotonic() + Math.min(bookmarkEveryMs, markerMs / 4);
  }

  #eventOf(message: JsMsg): WatchEvent<Kinds[K]> | undefined {
    const key = keyOfSubject(message.subject);
    const time = Number(message.timestampNanos / 1_000_000n);
    const resourceVersion = versionText({ sequence: message.seq, time });
    const { object, fault, isFirstMarker } = this.#bucket.entryOf(this.#kind, message);
    const wasReportedDeleted = this.#deletedKeys.delete(keyText(key));
    if (object && isSelected(this.#selector, object)) return { type: 'changed', resourceVersion, object };
    // A second marker or another unselected entry must not report the deletion again. An entry with a fault is never
    // selected.
    if (object || fault || isFirstMarker) this.#deletedKeys.add(keyText(key));
    // The earlier state is unknown. So a `deleted` may name an object that this watch never reported.
    return wasReportedDeleted ? undefined : { type: 'deleted', resourceVersion, key };
  }

  /**
   * Throws Expired for a version in the future, and for one of an earlier bucket with this name. Also throws it if
   * delete markers since the version may have expired.
   */
  #checkVersion({ now, created, lastSequence }: BucketState): void {
    const { sequence, time } = this.#start;
    if (sequence > lastSequence || time < created) throw new Expired('the version belongs to an earlier bucket');
    if (time - now > this.#limits.markerMs * reservedShare) throw new Expired('the version lies in the future');
    this.#checkMarkers(now);
  }

  #checkMarkers(now: number): void {
    if (now - this.#seenUntil > this.#limits.markerMs * (1 - reservedShare))
      throw new Expired('delete markers since then may have expired');
  }
}
