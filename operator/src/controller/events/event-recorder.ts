import type { EventRegarding, EventSink, ObjectEvent, ObjectMeta } from '@tintype/crds';
import { type Clock, type Logger, systemClock } from '@tintype/runtime';
import { EventBudget } from './event-budget.js';
import type { EventOutcome, OnEvent } from './event-metrics.js';
import { EventSeries, type EventText, type Series } from './event-series.js';
import { EventWriter } from './event-writer.js';

/** The reasons that a program gives, and what each means, for people. */
export type EventReasons<Reason extends string> = Readonly<Record<Reason, string>>;

export interface RecordedEvent<Reason extends string> extends Pick<ObjectEvent, 'type' | 'action'> {
  reason: Reason;
  /** The reason's own sentence, if there is nothing more to say. No secrets, no URLs of customers. */
  note?: string;
}

/** What an event can be about: any stored object. */
export interface Recordable {
  apiVersion: string;
  kind: string;
  metadata: Pick<ObjectMeta, 'namespace' | 'name' | 'uid'>;
}

export interface EventRecorderOptions<Reason extends string> {
  sink: EventSink;
  reasons: EventReasons<Reason>;
  log: Pick<Logger, 'warn'>;
  onEvent: OnEvent;
  clock?: Clock;
}

/** What one object may write: as Kubernetes' own recorder. */
const burst = 25;
const refillMs = 5 * 60_000;
/** Objects and events that are remembered, each a few hundred bytes. */
const mostRemembered = 5000;
const sweepMs = 30_000;

/**
 * Tells people what happens to objects. Never waits and never fails: what cannot be written is dropped and counted. The
 * same again within six minutes is one event whose count grows; an object has a budget, past which a new event is
 * dropped and the growth of a known one is written later.
 */
export class EventRecorder<Reason extends string> {
  readonly #options: EventRecorderOptions<Reason>;
  readonly #clock: Clock;
  readonly #series: EventSeries;
  readonly #budget: EventBudget;
  readonly #writer: EventWriter;
  #cancelSweep: (() => void) | undefined;
  #isEnding = false;

  constructor(options: EventRecorderOptions<Reason>) {
    const { clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#series = new EventSeries(clock, mostRemembered);
    this.#budget = new EventBudget({ clock, burst, refillMs, most: mostRemembered });
    this.#writer = new EventWriter({ ...options, clock, onDone: (series) => this.#writeGrowth(series) });
  }

  record(object: Recordable, { type, reason, action, note }: RecordedEvent<Reason>): void {
    if (this.#isEnding) return;
    const regarding = regardingOf(object);
    const text = { type, reason, action, note: note ?? this.#options.reasons[reason] };
    const known = this.#series.grow(regarding, text);
    if (known) this.#writeGrowth(known);
    else this.#begin(regarding, text);
    this.#cancelSweep ??= this.#clock.after(sweepMs, () => this.#sweep());
  }

  /** Takes no more, and resolves once all is written, or after so many milliseconds. */
  async end(withinMs: number): Promise<void> {
    this.#isEnding = true;
    this.#cancelSweep?.();
    for (const series of this.#series.unwritten()) this.#writer.offer(series);
    await this.#writer.end(withinMs);
  }

  #begin(regarding: EventRegarding, text: EventText): void {
    const refusal = this.#refusal(regarding);
    if (refusal) this.#options.onEvent(refusal);
    else this.#writer.offer(this.#series.begin(regarding, text));
  }

  #refusal({ uid }: EventRegarding): EventOutcome | undefined {
    if (this.#writer.isFull) return 'full';
    return this.#budget.take(uid) ? undefined : 'spam';
  }

  /** Not while it is being written: two writes of one event could arrive in the wrong order. */
  #writeGrowth(series: Series): void {
    const { event, written, queued } = series;
    if (queued || written === event.count || this.#isEnding) return;
    if (this.#budget.take(event.regarding.uid)) this.#writer.offer(series);
  }

  #sweep(): void {
    for (const series of this.#series.unwritten()) this.#writeGrowth(series);
    this.#series.forgetOld();
    this.#budget.forgetFull();
    this.#cancelSweep = this.#series.size > 0 ? this.#clock.after(sweepMs, () => this.#sweep()) : undefined;
  }
}

const regardingOf = ({ apiVersion, kind, metadata: { namespace, name, uid } }: Recordable): EventRegarding => ({
  apiVersion,
  kind,
  namespace,
  name,
  uid,
});
