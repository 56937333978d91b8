export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
  /** From 0 up to 1; for tests that play the same again. */
  random?: () => number;
}

/**
 * Exponential backoff with equal jitter: the nth delay is drawn from [half, whole] of first × 2^n, up to max, so that
 * many who failed together do not come back together.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /** Milliseconds to wait before the next attempt. */
  next(): number {
    const whole = Math.min(this.#options.firstMs * 2 ** this.#failures, this.#options.maxMs);
    this.#failures += 1;
    return whole / 2 + ((this.#options.random ?? Math.random)() * whole) / 2;
  }

  reset(): void {
    this.#failures = 0;
  }
}
