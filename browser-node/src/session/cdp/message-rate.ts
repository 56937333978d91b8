export interface MessageRateOptions {
  perSecond: number;
  /** So many may come at once after a while without any. */
  burst: number;
}

/** How often somebody may speak: short bursts freely, and so many messages a second in the long run. */
export class MessageRate {
  readonly #options: MessageRateOptions;
  #left: number;
  #at: number;

  /** Times are monotonic milliseconds. */
  constructor(options: MessageRateOptions, now: number) {
    this.#options = options;
    this.#left = options.burst;
    this.#at = now;
  }

  /** Counts a message. */
  count(now: number): void {
    this.#refill(now);
    this.#left -= 1;
  }

  /** For so many milliseconds none should follow. */
  waitMs(now: number): number {
    this.#refill(now);
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left * 1000) / this.#options.perSecond);
  }

  #refill(now: number): void {
    const { perSecond, burst } = this.#options;
    this.#left = Math.min(burst, this.#left + ((now - this.#at) * perSecond) / 1000);
    this.#at = now;
  }
}
