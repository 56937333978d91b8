import { DeadlineExceeded, race } from './wait.js';

const longestTimerMs = 2 ** 31 - 1;

/**
 * One point in time that limits all waits of a task, as Playwright's Progress does. `at` is in milliseconds since the
 * Unix epoch.
 */
export class Deadline {
  readonly at: number;
  /** `at` in milliseconds of the monotonic clock, because the wall clock may jump. */
  readonly #monotonicAt: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(at: number) {
    this.at = at;
    const leftMs = at - Date.now();
    this.#monotonicAt = performance.now() + leftMs;
    const delayMs = Math.min(Math.max(leftMs, 0), longestTimerMs);
    this.#timer = setTimeout(() => this.#controller.abort(new DeadlineExceeded('The deadline has passed.')), delayMs);
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

  /** Whole milliseconds until the deadline, never negative. `cancel` does not change them. */
  get remaining(): number {
    return Math.max(Math.ceil(this.#monotonicAt - performance.now()), 0);
  }

  /** Ends the deadline early with the caller's reason, for example that a client left or a browser died. */
  cancel(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Settles as `work` does, or rejects when the deadline passes or `cancel` is called. */
  race<T>(work: Promise<T>): Promise<T> {
    return race(work, this.signal);
  }

  /** Resolves after `milliseconds`. Rejects if the deadline passes first, or on `cancel`. */
  async sleep(milliseconds: number): Promise<void> {
    const waiting = Promise.withResolvers<void>();
    const timer = setTimeout(waiting.resolve, milliseconds);
    try {
      await this.race(waiting.promise);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Removes the timer, which would use memory until the deadline. Then only `cancel` ends the deadline. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
