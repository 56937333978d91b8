export interface TokenRate {
  /** Tokens added per second. */
  perSecond: number;
  /** The most tokens that the bucket holds. */
  burst: number;
}

/** The bucket starts full. Times (`now`) are monotonic milliseconds. */
export class TokenBucket {
  #rate: TokenRate;
  /** When the bucket will be full, or since when it is. */
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(rate: TokenRate) {
    this.#rate = rate;
  }

  /** Takes one token. False, without a change, if the bucket has less than one. */
  take(now: number): boolean {
    if (this.tokens(now) < 1) return false;
    this.spend(now);
    return true;
  }

  /** The number of tokens may become negative. */
  spend(now: number, amount = 1): void {
    this.#fullAt = Math.max(this.#fullAt, now) + amount * this.#tokenMs;
  }

  /** Milliseconds until the number of tokens is no longer negative; not rounded. */
  waitMs(now: number): number {
    return Math.max(this.#fullAt - now - this.#rate.burst * this.#tokenMs, 0);
  }

  /** The number of tokens; may be fractional or negative. */
  tokens(now: number): number {
    return this.#rate.burst - Math.max(this.#fullAt - now, 0) / this.#tokenMs;
  }

  isFull(now: number): boolean {
    return this.#fullAt <= now;
  }

  changeRate(rate: TokenRate, now: number): void {
    const missing = Math.max(rate.burst - this.tokens(now), 0);
    this.#rate = rate;
    this.#fullAt = now + missing * this.#tokenMs;
  }

  get #tokenMs(): number {
    // A rate of 0 would make every time infinite. It counts as one token in 30 years.
    return 1000 / Math.max(this.#rate.perSecond, 1e-9);
  }
}
