import type { EventRegarding, EventSink, ObjectEvent, ObjectMeta } from '@tintype/crds';
import { type Clock, type Logger, systemClock } from '@tintype/runtime';
import type { EventOutcome, OnEvent } from './event-metrics.js';
import { EventWriter } from './event-writer.js';
import { boundedNote } from './note.js';

/** The note must contain no secrets and no URLs of customers. It is cut at 1,024 bytes. */
export type RecordedEvent = Pick<ObjectEvent, 'type' | 'reason' | 'action' | 'note'>;

export interface Recordable {
  apiVersion: string;
  kind: string;
  metadata: Pick<ObjectMeta, 'namespace' | 'name' | 'uid'>;
}

export interface EventRecorderOptions {
  sink: EventSink;
  log: Pick<Logger, 'warn'>;
  onEvent: OnEvent;
  clock?: Clock;
}

/**
 * Events with the same object, type and reason are repeats. A repeat within six minutes is dropped. So a reconcile that
 * fails every few milliseconds writes one event in that time.
 */
const repeatWindowMs = 6 * 60_000;
/** Events that are remembered to find repeats; each takes a few hundred bytes. */
const maxRemembered = 5000;
/** Kubernetes' limit for an object's name. */
const longestName = 253;

/** Reports events about objects. Never waits and never fails: it drops and counts events that it cannot write. */
export class EventRecorder {
  readonly #onEvent: OnEvent;
  readonly #clock: Clock;
  readonly #writer: EventWriter;
  /** The monotonic time of each event, keyed by object, type and reason; oldest first. */
  readonly #recorded = new Map<string, number>();
  #isEnding = false;

  constructor(options: EventRecorderOptions) {
    const { clock = systemClock, onEvent } = options;
    this.#onEvent = onEvent;
    this.#clock = clock;
    this.#writer = new EventWriter({ ...options, clock, onFailed: (event) => this.#recorded.delete(keyOf(event)) });
  }

  record(object: Recordable, { note, ...rest }: RecordedEvent): void {
    if (this.#isEnding) return;
    const regarding = regardingOf(object);
    const now = this.#clock.now();
    const event = { ...rest, at: now, regarding, name: eventName(regarding.name), note: boundedNote(note) };
    const dropped = this.#whyDropped(event);
    if (dropped) this.#onEvent(dropped);
    else this.#write(event);
  }

  /** Resolves when all events are written, or after `withinMs`. */
  async end(withinMs: number): Promise<void> {
    this.#isEnding = true;
    await this.#writer.end(withinMs);
  }

  #whyDropped(event: ObjectEvent): EventOutcome | undefined {
    if (this.#writer.isFull) return 'full';
    return this.#isRepeat(event) ? 'spam' : undefined;
  }

  #write(event: ObjectEvent): void {
    this.#recorded.set(keyOf(event), this.#clock.monotonic());
    this.#writer.offer(event);
  }

  #isRepeat(event: ObjectEvent): boolean {
    const now = this.#clock.monotonic();
    for (const [key, at] of this.#recorded) {
      if (now - at <= repeatWindowMs && this.#recorded.size < maxRemembered) break;
      this.#recorded.delete(key);
    }
    return this.#recorded.has(keyOf(event));
  }
}

const keyOf = ({ regarding: { uid }, type, reason }: ObjectEvent): string => [uid, type, reason].join(' ');

const regardingOf = ({ apiVersion, kind, metadata: { namespace, name, uid } }: Recordable): EventRegarding => ({
  apiVersion,
  kind,
  namespace,
  name,
  uid,
});

/** Starts with the object's name, for people; 16 random hexadecimal digits make it unique. */
const eventName = (objectName: string): string => {
  const suffix = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const prefix = objectName.slice(0, longestName - suffix.length - 1).replace(/[^a-z0-9]+$/, '');
  return `${prefix}.${suffix}`;
};
