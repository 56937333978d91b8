import {
  Expired,
  type Kind,
  type Kinds,
  keyText,
  type Selector,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import { type Clock, type JsMsg, raceSignal } from '@tintype/runtime';
import { isSelected } from '../registry/names.js';
import { storeErrorFrom } from './call.js';
import type { BucketState, ObjectBucket } from './object-bucket.js';
import { filterOf, keyOfSubject } from './object-subjects.js';
import { StreamReader } from './stream-reader.js';

/**
 * A version from which a watch can begin: the bucket's sequence, and the time of the server in milliseconds at which it was
 * the last one. An object's own `resourceVersion` is its sequence alone.
 */
interface Position {
  sequence: number;
  time: number;
}

export const versionText = ({ sequence, time }: Position): string => `${sequence}@${time}`;

/** Undefined for what is none, such as an object's own version or that of another engine. */
const parsePosition = (text: string): Position | undefined => {
  const [, sequence, time] = /^(\d+)@(\d+)$/.exec(text) ?? [];
  return sequence && time ? { sequence: Number(sequence), time: Number(time) } : undefined;
};

export interface WatchLimits {
  clock: Clock;
  bookmarkEveryMs: number;
  /** The marks of deletions are there for at least so long. */
  markerMs: number;
}

/** The part of a mark's life for clocks of servers that differ, and for what is under way. */
const clockTolerance = 0.1;

/** Watches from a version on. */
export class BucketWatch<K extends Kind> {
  readonly #bucket: ObjectBucket;
  readonly #kind: K;
  readonly #selector: Selector;
  readonly #from: Position;
  readonly #signal: AbortSignal;
  readonly #limits: WatchLimits;
  readonly #filter: string;
  /** Keys of objects that were said to be outside of the selector, or deleted, and that still are. */
  readonly #deletedKeys = new Set<string>();
  /** Every mark of a deletion that the server made before this time has come, or is still to come. */
  #seenUntil: number;
  #checkAt: number;

  constructor(bucket: ObjectBucket, kind: K, options: WatchOptions, limits: WatchLimits) {
    const { selector = {} } = options;
    const from = parsePosition(options.resourceVersion);
    if (!from) throw new Expired(`${options.resourceVersion} is no version to watch from`);
    this.#bucket = bucket;
    this.#kind = kind;
    this.#selector = selector;
    this.#from = from;
    this.#signal = options.signal;
    this.#limits = limits;
    this.#filter = filterOf(bucket.name, kind, this.#selector);
    this.#seenUntil = from.time;
    this.#checkAt = this.#nextCheck();
  }

  /** Ends with the signal; fails when it could miss something. */
  async *events(): AsyncGenerator<WatchEvent<Kinds[K]>> {
    let reader: StreamReader | undefined;
    try {
      this.#checkVersion(await raceSignal(this.#bucket.state(this.#filter), this.#signal));
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
    const opening = StreamReader.open(this.#bucket, { filter: this.#filter, after: this.#from.sequence, clock });
    return raceSignal(opening, this.#signal).catch((error) => {
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

  /** Whether all has come is asked now and then, and then told. */
  async #bookmark(reader: StreamReader): Promise<WatchEvent<Kinds[K]> | undefined> {
    const state = await raceSignal(this.#bucket.state(this.#filter), this.#signal);
    this.#checkMarkers(state.now);
    this.#checkAt = this.#nextCheck();
    this.#seenUntil = Math.max(this.#seenUntil, reader.lastTime);
    if (!reader.isEmpty || reader.lastSeen < state.lastOfFilter) return undefined;
    this.#seenUntil = state.now;
    return { type: 'bookmark', resourceVersion: versionText({ sequence: reader.lastSeen, time: state.now }) };
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
    const wasOutside = this.#deletedKeys.delete(keyText(key));
    if (object && isSelected(this.#selector, object)) return { type: 'changed', resourceVersion, object };
    // What is no object fits nothing; and of two marks the first one tells.
    if (object || fault || isFirstMarker) this.#deletedKeys.add(keyText(key));
    // What it was before is not known, so it may be told as gone though it was never told.
    return wasOutside ? undefined : { type: 'deleted', resourceVersion, key };
  }

  /** The version is one of this bucket, not of one that had its name before, and all that came later is still there. */
  #checkVersion({ now, created, last }: BucketState): void {
    const { sequence, time } = this.#from;
    if (sequence > last || time < created) throw new Expired('the version is of a bucket that is not there any more');
    if (time - now > this.#limits.markerMs * clockTolerance)
      throw new Expired('the version is of a time that is to come');
    this.#checkMarkers(now);
  }

  #checkMarkers(now: number): void {
    if (now - this.#seenUntil > this.#limits.markerMs * (1 - clockTolerance))
      throw new Expired('marks of deletions since then may be gone');
  }
}
