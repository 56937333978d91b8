export interface TokenRate {
  perSecond: number;
  burst: number;
}

/** The bucket starts full. Times (`now`) are monotonic milliseconds. */
export class TokenBucket {
  #rate: TokenRate;
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(rate: TokenRate) {
    this.#rate = rate;
  }

  /** False, without a change, if there is no token. */
  take(now: number): boolean {
    if (this.tokens(now) < 1) return false;
    this.spend(now);
    return true;
  }

  /** The number of tokens may become negative. */
  spend(now: number, amount = 1): void {
    this.#fullAt = Math.max(this.#fullAt, now) + amount * this.#tokenMs;
  }

  /** Milliseconds until no token is owed, not rounded. */
  waitMs(now: number): number {
    return Math.max(this.#fullAt - now - this.#rate.burst * this.#tokenMs, 0);
  }

  /** Fractional; negative if tokens are owed. */
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
    // A rate of 0 would make every time infinite: it is one token in 30 years.
    return 1000 / Math.max(this.#rate.perSecond, 1e-9);
  }
}
