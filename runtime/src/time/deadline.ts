import { DeadlineExceeded, race } from './wait.js';

const longestTimer = 2 ** 31 - 1;

/**
 * One point in time for everything that waits (after Playwright's Progress). `at` is in milliseconds of the Unix epoch.
 */
export class Deadline {
  readonly at: number;
  /** In milliseconds of the monotonic clock, because the wall clock may jump. */
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

  /** True also after `cancel`. */
  get passed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Whole milliseconds, never negative. */
  get remaining(): number {
    return Math.max(Math.ceil(this.#until - performance.now()), 0);
  }

  /** Ends the deadline early with the caller's reason, for example that a client left or a browser died. */
  cancel(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Settles as `work` does, or rejects when the deadline passes. */
  race<T>(work: Promise<T>): Promise<T> {
    return race(work, this.signal);
  }

  /** Rejects if time is up first. */
  async sleep(milliseconds: number): Promise<void> {
    const waiting = Promise.withResolvers<void>();
    const timer = setTimeout(waiting.resolve, milliseconds);
    try {
      await this.race(waiting.promise);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Removes the timer, which would use memory until the deadline. The deadline then never passes. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
