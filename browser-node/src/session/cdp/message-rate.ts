export interface MessageRateOptions {
  /** Amount per second. */
  perSecond: number;
  burst: number;
}

/** A token bucket. */
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

  count(now: number, amount = 1): void {
    this.#refill(now);
    this.#left -= amount;
  }

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
