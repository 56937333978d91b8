import type { Clock } from '@tintype/runtime';

/** The lease could not be held on to; somebody else may lead by now, or soon. */
export class LeadershipLost extends Error {
  override name = 'LeadershipLost';
}

/**
 * One turn of leading. It ends for good: by `end`, or when the renew deadline has passed since the last renewal was
 * *sent*. `isOn` reads the clock, so it is right also in a process that was paused and whose timers have not run yet.
 */
export class Term {
  readonly #clock: Clock;
  readonly #renewDeadlineMs: number;
  readonly #over = new AbortController();
  #until: number;
  #disarm: () => void = () => undefined;

  /** `sentAt` is the clock's monotonic time before the write that took the lease. */
  constructor(clock: Clock, renewDeadlineMs: number, sentAt: number) {
    this.#clock = clock;
    this.#renewDeadlineMs = renewDeadlineMs;
    this.#until = sentAt + renewDeadlineMs;
    this.#arm();
  }

  /** Aborted when the term is over; the reason is a {@link LeadershipLost}, or what `end` was given. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isLost(): boolean {
    return this.#over.signal.reason instanceof LeadershipLost;
  }

  isOn(): boolean {
    if (!this.#over.signal.aborted && this.#clock.monotonic() >= this.#until)
      this.end(new LeadershipLost(`The lease was not renewed for ${this.#renewDeadlineMs} ms.`));
    return !this.#over.signal.aborted;
  }

  /** The lease has been renewed by a write that was sent at `sentAt`. Does not bring back a term that is over. */
  renewed(sentAt: number): void {
    if (!this.isOn()) return;
    this.#until = sentAt + this.#renewDeadlineMs;
    this.#arm();
  }

  end(reason: Error): void {
    this.#disarm();
    this.#over.abort(reason);
  }

  #arm(): void {
    this.#disarm();
    // A timer may run a little early: then it is armed again.
    const check = () => this.isOn() && this.#arm();
    this.#disarm = this.#clock.after(this.#until - this.#clock.monotonic(), check);
  }
}
