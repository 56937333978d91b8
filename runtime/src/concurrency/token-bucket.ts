export interface TokenRate {
  /** Tokens added per second. */
  perSecond: number;
  /** The most tokens that the bucket holds. */
  burst: number;
}

/** The bucket starts full. Times (`now`) are monotonic milliseconds. */
export class TokenBucket {
  #rate: TokenRate;
  /** The time at which the bucket becomes full, or became full. */
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(rate: TokenRate) {
    this.#rate = rate;
  }

  /** Takes one token. If the bucket has less than one, takes nothing and returns false. */
  take(now: number): boolean {
    if (this.tokens(now) < 1) return false;
    this.spend(now);
    return true;
  }

  /** Takes `amount` tokens, even if the bucket has fewer: the number of tokens then becomes negative. */
  spend(now: number, amount = 1): void {
    this.#fullAt = Math.max(this.#fullAt, now) + amount * this.#msPerToken;
  }

  /** Milliseconds until the number of tokens is no longer negative; not rounded. */
  waitMs(now: number): number {
    return Math.max(this.#fullAt - now - this.#rate.burst * this.#msPerToken, 0);
  }

  /** The number of tokens; may be fractional or negative. */
  tokens(now: number): number {
    return this.#rate.burst - Math.max(this.#fullAt - now, 0) / this.#msPerToken;
  }

  isFull(now: number): boolean {
    return this.#fullAt <= now;
  }

  /** Keeps the number of tokens, except those above the new burst. */
  changeRate(rate: TokenRate, now: number): void {
    const missing = Math.max(rate.burst - this.tokens(now), 0);
    this.#rate = rate;
    this.#fullAt = now + missing * this.#msPerToken;
  }

  get #msPerToken(): number {
    // A rate of 0 would make every time infinite. It counts as one token in 30 years.
    return 1000 / Math.max(this.#rate.perSecond, 1e-9);
  }
}
