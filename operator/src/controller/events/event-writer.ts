import { type EventSink, type ObjectEvent, StoreUnavailable, Throttled } from '@tintype/crds';
import { Backoff, type Clock, type Logger, pause } from '@tintype/runtime';
import { boundedCall, CallGivenUp } from '../bounded-call.js';
import type { OnEvent } from './event-metrics.js';
import type { Series } from './event-series.js';

export interface EventWriterOptions {
  sink: EventSink;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  onEvent: OnEvent;
  /** Called when an event has been written or given up. */
  onDone: (series: Series) => void;
}

/** Events that wait to be written; past it new ones are dropped. */
const mostWaiting = 1000;
/** Events that are written at the same time. */
const writers = 4;
/** Tries of one event, and how long one takes at most: about a minute in all when the server is away. */
const attempts = 6;
const attemptMs = 10_000;

/** Writes events in the background, in the order in which they came, and again when the sink is away for a while. */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #waiting: Series[] = [];
  readonly #writing = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waiting.length >= mostWaiting;
  }

  /** Takes it for writing, if there is room; the growth of a series that finds none is offered again later. */
  offer(series: Series): void {
    if (this.isFull) return;
    series.queued = true;
    this.#waiting.push(series);
    if (this.#writing.size < writers) this.#startWriter();
  }

  /** Resolves once nothing waits, or after so many milliseconds; what is left then is given up. */
  async end(withinMs: number): Promise<void> {
    const written = new AbortController();
    const writing = Promise.all(this.#writing).then(() => written.abort());
    await pause(this.#options.clock, withinMs, written.signal);
    const left = this.#waiting.length + this.#writing.size;
    if (left > 0) this.#options.log.warn({ left }, 'events were not written before the end');
    this.#ending.abort();
    await writing;
  }

  #startWriter(): void {
    const writing = this.#writeAll().finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #writeAll(): Promise<void> {
    for (let series = this.#waiting.shift(); series; series = this.#waiting.shift()) {
      // As it is now: it may grow while it is written.
      const event = { ...series.event };
      const isWritten = await this.#write(event);
      series.queued = false;
      series.written = event.count;
      this.#options.onEvent(isWritten ? 'written' : 'failed');
      this.#options.onDone(series);
    }
  }

  /** An event that cannot be written is nobody's failure. */
  async #write(event: ObjectEvent): Promise<boolean> {
    const { sink, clock, log } = this.#options;
    const backoff = new Backoff({ firstMs: 500, maxMs: 10_000 });
    const limits = { clock, withinMs: attemptMs, signal: this.#ending.signal };
    for (let attempt = 1; ; attempt += 1) {
      try {
        await boundedCall(limits, (signal) => sink.write(event, { signal }));
        return true;
      } catch (error) {
        if (this.#ending.signal.aborted) return false;
        if (attempt === attempts || !isPassing(error)) {
          log.warn({ err: error, reason: event.reason, object: event.regarding.name }, 'an event was not written');
          return false;
        }
        await pause(clock, backoff.next(), this.#ending.signal);
      }
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof Throttled || error instanceof CallGivenUp;
