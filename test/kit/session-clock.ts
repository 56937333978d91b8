import { type Clock, systemClock } from '@tintype/runtime';

/** Real time, of which a test can skip some: what is written down and compared jumps ahead, timers go on as they are. */
export class SkippingClock implements Clock {
  #skipped = 0;

  readonly now = (): number => systemClock.now() + this.#skipped;
  readonly monotonic = systemClock.monotonic;
  readonly after = systemClock.after;

  skip(milliseconds: number): void {
    this.#skipped += milliseconds;
  }
}
