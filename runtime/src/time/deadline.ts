import { DeadlineExceeded, raceSignal } from './wait.js';

// setTimeout takes 31 bits of milliseconds.
const longestTimer = 2 ** 31 - 1;

/**
 * One point in time through everything that waits (after Playwright's Progress). Whoever waits races it, and hands
 * `signal` to what can be aborted. `at` is in milliseconds of the Unix epoch.
 */
export class Deadline {
  readonly at: number;
  /** The same by the monotonic clock: the other may be set while this runs. */
  readonly #until: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(at: number) {
    this.at = at;
    const left = at - Date.now();
    this.#until = performance.now() + left;
    const wait = Math.min(Math.max(left, 0), longestTimer);
    this.#timer = setTimeout(() => this.#controller.abort(new DeadlineExceeded('The deadline has passed.')), wait);
    this.#timer.unref();
  }

  static in(milliseconds: number): Deadline {
    return new Deadline(Date.now() + milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get passed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Whole milliseconds left, never negative. */
  get remaining(): number {
    return Math.max(Math.ceil(this.#until - performance.now()), 0);
  }

  /** Ends it now, for a reason of the caller's: a client that left, a browser that died. */
  cancel(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Settles as `work` does, or rejects with the reason once the time is up. */
  race<T>(work: Promise<T>): Promise<T> {
    return raceSignal(work, this.signal);
  }

  /** Waits for so many milliseconds, or rejects once the time is up. */
  async sleep(milliseconds: number): Promise<void> {
    const waiting = Promise.withResolvers<void>();
    const timer = setTimeout(waiting.resolve, milliseconds);
    try {
      await this.race(waiting.promise);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Releases the timer. A deadline that is not cleared only costs memory until it passes. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
