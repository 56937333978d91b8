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

  /** Counts a message; answers for how many milliseconds none should follow. */
  count(now: number): number {
    const { perSecond, burst } = this.#options;
    this.#left = Math.min(burst, this.#left + ((now - this.#at) * perSecond) / 1000) - 1;
    this.#at = now;
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left * 1000) / perSecond);
  }
}
