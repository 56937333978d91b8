export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
  /** Returns [0, 1); for repeatable tests. */
  random?: () => number;
}

/** Equal jitter: delay n is random in [half, whole] of first × 2^n, up to max. */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  next(): number {
    const whole = Math.min(this.#options.firstMs * 2 ** this.#failures, this.#options.maxMs);
    this.#failures += 1;
    return whole / 2 + ((this.#options.random ?? Math.random)() * whole) / 2;
  }

  reset(): void {
    this.#failures = 0;
  }
}
