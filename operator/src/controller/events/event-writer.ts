import { type EventSink, type ObjectEvent, StoreUnavailable, Throttled } from '@tintype/crds';
import { atMost, Backoff, type Clock, DeadlineExceeded, type Logger, pause } from '@tintype/runtime';
import type { OnEvent } from './event-metrics.js';

export interface EventWriterOptions {
  sink: EventSink;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  onEvent: OnEvent;
  onFailed: (event: ObjectEvent) => void;
}

/** Events that wait to be written. */
const maxWaiting = 1000;
/** Concurrent writes. */
const writers = 4;
/** Attempts per event, and the longest attempt: about a minute in all while the server is away. */
const attempts = 6;
const attemptMs = 10_000;

/** Writes events in the background, in order, and retries while the sink is away. */
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
    if (this.#writing.size < writers) this.#startWriter();
  }

  /** Resolves when all events are written, or after `withinMs`; then it gives up the rest. */
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
    const writing = this.#writeAll().finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #writeAll(): Promise<void> {
    const { onEvent, onFailed } = this.#options;
    for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
      const isWritten = await this.#write(event);
      if (!isWritten) onFailed(event);
      onEvent(isWritten ? 'written' : 'failed');
    }
  }

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
        if (attempt === attempts || !isTemporary(error)) {
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
