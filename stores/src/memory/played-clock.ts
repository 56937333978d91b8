import type { Clock } from '@tintype/runtime';

interface Timer {
  due: number;
  call: () => void;
}

/** Lets all settled promises run their callbacks. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that only a test moves. */
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
    // Rounded up to whole milliseconds: fractions could add up to slightly less than the wait.
    const timer = { due: this.#elapsed + Math.max(Math.ceil(milliseconds), 0), call };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** Milliseconds until the next timer; undefined if none is set. */
  get nextIn(): number | undefined {
    const next = this.#next();
    return next && next.due - this.#elapsed;
  }

  /**
   * Moves time on. Timers run when due; those due at the same time run in the order in which they were set. The
   * callbacks of promises that a timer settles run before the next timer.
   */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settlePromises();
    for (let next = this.#next(); next && next.due <= end; next = this.#next()) {
      this.#moveBy(next.due - this.#elapsed);
      this.#timers.delete(next);
      next.call();
      await settlePromises();
    }
    this.#moveBy(end - this.#elapsed);
  }

  /** Moves the wall clock alone, as an administrator can. Timers do not notice. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds;
  }

  #moveBy(milliseconds: number): void {
    this.#elapsed += milliseconds;
    this.#wall += milliseconds;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (!next || timer.due < next.due) next = timer;
    return next;
  }
}
