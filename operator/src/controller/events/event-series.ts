import type { EventRegarding, ObjectEvent } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { boundedNote } from './note.js';

/** What a caller says of one thing that happened. */
export type EventText = Pick<ObjectEvent, 'type' | 'reason' | 'action' | 'note'>;

/** One event, and how much of it has been written. */
export interface Series {
  event: ObjectEvent;
  /** Monotonic. */
  lastSeen: number;
  /** The count that was last written; 0 before the first time. */
  written: number;
  /** Waits to be written, or is being written. */
  queued: boolean;
}

/** The same again within so long is one event that happened twice. */
const seriesMs = 6 * 60_000;

/** The longest name of an object in Kubernetes. */
const longestName = 253;

/** The events of late. What happens to an object with the same reason and action is one event that grows. */
export class EventSeries {
  readonly #clock: Pick<Clock, 'monotonic' | 'now'>;
  readonly #most: number;
  readonly #series = new Map<string, Series>();

  /** `most` are remembered; the one that happened longest ago is forgotten first. */
  constructor(clock: Pick<Clock, 'monotonic' | 'now'>, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#series.size;
  }

  /** Counts once more what has happened before; undefined when it has not, or too long ago. */
  grow(regarding: EventRegarding, text: EventText): Series | undefined {
    const key = keyOf(regarding, text);
    const series = this.#series.get(key);
    if (!series || this.#isOver(series)) return undefined;
    series.event.count += 1;
    series.event.lastAt = this.#clock.now();
    series.lastSeen = this.#clock.monotonic();
    // The last in a Map's order is the one that happened last.
    this.#series.delete(key);
    this.#series.set(key, series);
    return series;
  }

  begin(regarding: EventRegarding, text: EventText): Series {
    const now = this.#clock.now();
    const series: Series = {
      event: {
        ...text,
        name: eventName(regarding.name),
        regarding,
        note: boundedNote(text.note),
        firstAt: now,
        lastAt: now,
        count: 1,
      },
      lastSeen: this.#clock.monotonic(),
      written: 0,
      queued: false,
    };
    this.#series.set(keyOf(regarding, text), series);
    if (this.#series.size > this.#most) this.#forgetOne();
    return series;
  }

  /** Those that have grown since they were written, and do not wait to be. */
  unwritten(): Series[] {
    return [...this.#series.values()].filter(({ queued, written, event }) => !queued && written < event.count);
  }

  /** Forgets those that are written and over. */
  forgetOld(): void {
    for (const [key, series] of this.#series)
      if (series.written === series.event.count && this.#isOver(series)) this.#series.delete(key);
  }

  #isOver({ lastSeen }: Series): boolean {
    return this.#clock.monotonic() - lastSeen > seriesMs;
  }

  #forgetOne(): void {
    for (const key of this.#series.keys()) return void this.#series.delete(key);
  }
}

const keyOf = ({ uid }: EventRegarding, { type, reason, action }: EventText): string =>
  [uid, type, reason, action].join(' ');

/** Begins as the object's name does, so that people find it, and is nobody else's. */
const eventName = (objectName: string): string => {
  const end = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const begin = objectName.slice(0, longestName - end.length - 1).replace(/[^a-z0-9]+$/, '');
  return `${begin}.${end}`;
};
