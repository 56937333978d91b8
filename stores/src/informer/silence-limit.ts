import type { Clock } from '@tintype/runtime';

/** Ends its signal once nothing has been heard for so many milliseconds. */
export class SilenceLimit {
  /** Nothing was heard for too long. */
  passed = false;
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #ending = new AbortController();
  #lastHeard: number;
  #takeBack: () => void;

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#lastHeard = clock.monotonic();
    this.#takeBack = clock.after(limitMs, () => this.#check());
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  heard(): void {
    this.#lastHeard = this.#clock.monotonic();
  }

  /** Ends the signal now, and the watching. */
  end(): void {
    this.#takeBack();
    this.#ending.abort();
  }

  // The timer is not set again for each event, of which there may be hundreds a second.
  #check(): void {
    const left = this.#lastHeard + this.#limitMs - this.#clock.monotonic();
    if (left > 0) {
      this.#takeBack = this.#clock.after(left, () => this.#check());
      return;
    }
    this.passed = true;
    this.#ending.abort();
  }
}
