export interface TokenRate {
  /** Tokens that the bucket gains a second. */
  perSecond: number;
  /** Tokens that a full bucket holds. */
  burst: number;
}

/** A token bucket, full at first. Times (`now`) are monotonic milliseconds. */
export class TokenBucket {
  #rate: TokenRate;
  /** When the bucket is full again. It holds `burst` tokens less what it gains until then. */
  #fullAt = Number.NEGATIVE_INFINITY;

  constructor(rate: TokenRate) {
    this.#rate = rate;
  }

  /** Takes one token; false, and no change, if there is none. */
  take(now: number): boolean {
    if (this.tokens(now) < 1) return false;
    this.spend(now);
    return true;
  }

  /** Takes tokens in any case: their number may become negative. */
  spend(now: number, amount = 1): void {
    this.#fullAt = Math.max(this.#fullAt, now) + amount * this.#tokenMs;
  }

  /** Milliseconds until no token is owed any more, not rounded; 0 if none is. */
  waitMs(now: number): number {
    return Math.max(this.#fullAt - now - this.#rate.burst * this.#tokenMs, 0);
  }

  /** Tokens in the bucket, with fractions; negative if tokens are owed. */
  tokens(now: number): number {
    return this.#rate.burst - Math.max(this.#fullAt - now, 0) / this.#tokenMs;
  }

  isFull(now: number): boolean {
    return this.#fullAt <= now;
  }

  /** Keeps the tokens, at most the new `burst`. */
  changeRate(rate: TokenRate, now: number): void {
    const missing = Math.max(rate.burst - this.tokens(now), 0);
    this.#rate = rate;
    this.#fullAt = now + missing * this.#tokenMs;
  }

  get #tokenMs(): number {
    return 1000 / this.#rate.perSecond;
  }
}
