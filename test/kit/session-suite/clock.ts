import { type Clock, systemClock } from '@tintype/runtime';

/** Real time with skips: wall-clock times jump ahead, timers do not. */
export class SkippingClock implements Clock {
  #skipped = 0;

  readonly now = (): number => systemClock.now() + this.#skipped;
  readonly monotonic = systemClock.monotonic;
  readonly after = systemClock.after;

  skip(milliseconds: number): void {
    this.#skipped += milliseconds;
  }
}
