import type { Clock } from '@tintype/runtime';

interface Timer {
  due: number;
  call: () => void;
}

/** What was begun goes on as far as it can without time, servers or files: all promises that are settled are told. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that stands still until a test lets time pass. */
export class PlayedClock implements Clock {
  #elapsed = 0;
  #wall: number;
  /** In the order in which they were set. */
  readonly #timers = new Set<Timer>();

  constructor(start: number = Date.UTC(2030, 0, 1)) {
    this.#wall = start;
  }

  readonly now = (): number => this.#wall;

  readonly monotonic = (): number => this.#elapsed;

  readonly after = (milliseconds: number, call: () => void): (() => void) => {
    // Whole milliseconds, as real timers: fractions add up to less than what was waited for.
    const timer = { due: this.#elapsed + Math.max(Math.ceil(milliseconds), 0), call };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** Milliseconds until the next timer is due; undefined when none is set. */
  get nextIn(): number | undefined {
    const next = this.#next();
    return next && next.due - this.#elapsed;
  }

  /**
   * Lets time pass. Timers run when they are due, those of one moment in the order in which they were set; what one has
   * begun goes on as far as it can before the next one runs.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settlePromises();
    for (let next = this.#next(); next && next.due <= end; next = this.#next()) {
      this.#pass(next.due - this.#elapsed);
      this.#timers.delete(next);
      next.call();
      await settlePromises();
    }
    this.#pass(end - this.#elapsed);
  }

  /** The wall clock alone is set, as by an administrator: no timer notices. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds;
  }

  #pass(milliseconds: number): void {
    this.#elapsed += milliseconds;
    this.#wall += milliseconds;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (!next || timer.due < next.due) next = timer;
    return next;
  }
}
