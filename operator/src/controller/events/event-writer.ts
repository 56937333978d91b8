import { type EventSink, type ObjectEvent, StoreUnavailable, Throttled } from '@tintype/crds';
import { atMost, Backoff, type Clock, DeadlineExceeded, type Logger, pause } from '@tintype/runtime';
import type { OnEvent } from './event-metrics.js';

export interface EventWriterOptions {
  sink: EventSink;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  onEvent: OnEvent;
  /** Called for each event that is given up. */
  onFailed: (event: ObjectEvent) => void;
}

/** The largest number of events that wait to be written. */
const maxWaiting = 1000;
/** The largest number of concurrent writes. */
const maxWriters = 4;
/** For one event. Six attempts of 10 s and the pauses between them take at most 76 s. */
const maxAttempts = 6;
const attemptMs = 10_000;

/** Writes events in the background, up to four at once, oldest first. Retries while the sink is away. */
export class EventWriter {
  readonly #options: EventWriterOptions;
  readonly #waiting: ObjectEvent[] = [];
  readonly #writing = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(options: EventWriterOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting;
  }

  offer(event: ObjectEvent): void {
    this.#waiting.push(event);
    if (this.#writing.size < maxWriters) this.#startWriter();
  }

  /** Resolves when all events are written. After `withinMs`, it gives up the rest and resolves. */
  async end(withinMs: number): Promise<void> {
    const written = new AbortController();
    const writing = Promise.all(this.#writing).then(() => written.abort());
    await pause(this.#options.clock, withinMs, written.signal);
    const left = this.#waiting.length + this.#writing.size;
    if (left > 0) this.#options.log.warn({ left }, 'giving up events that are not written yet: the program ends');
    this.#ending.abort();
    await writing;
  }

  #startWriter(): void {
    const writing = this.#writeWaiting().finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #writeWaiting(): Promise<void> {
    const { onEvent, onFailed } = this.#options;
    for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
      const isWritten = await this.#write(event);
      if (!isWritten) onFailed(event);
      onEvent(isWritten ? 'written' : 'failed');
    }
  }

  /** True if the event is written; false if it is given up. */
  async #write(event: ObjectEvent): Promise<boolean> {
    const { sink, clock, log } = this.#options;
    const backoff = new Backoff({ firstMs: 500, maxMs: 10_000 });
    const options = { clock, signal: this.#ending.signal };
    for (let attempt = 1; ; attempt += 1) {
      try {
        await atMost(attemptMs, (signal) => sink.write(event, { signal }), options);
        return true;
      } catch (error) {
        if (this.#ending.signal.aborted) return false;
        if (attempt === maxAttempts || !isTemporary(error)) {
          log.warn(
            { err: error, reason: event.reason, object: event.regarding.name },
            'cannot write an event: giving it up',
          );
          return false;
        }
        await pause(clock, backoff.next(), this.#ending.signal);
      }
    }
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof Throttled || error instanceof DeadlineExceeded;
