export interface MessageRateOptions {
  /** How much a second, by whatever measure it is counted in. */
  perSecond: number;
  /** So much may come at once after a while without any. */
  burst: number;
}

/** How much somebody may say: short bursts freely, and so much a second in the long run. */
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

  /** Counts what was said: by default, a message. */
  count(now: number, amount = 1): void {
    this.#refill(now);
    this.#left -= amount;
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
