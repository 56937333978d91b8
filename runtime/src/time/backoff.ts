export interface BackoffOptions {
  /** The first delay is between half of this and all of it. */
  firstMs: number;
  /** No delay is longer than this. */
  maxMs: number;
  /** Returns a number in [0, 1). Default: `Math.random`. */
  random?: () => number;
}

/** Delays between retries, in ms. Each is random between half and all of a limit, which doubles up to `maxMs`. */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  next(): number {
    const limit = Math.min(this.#options.firstMs * 2 ** this.#failures, this.#options.maxMs);
    this.#failures += 1;
    return limit / 2 + ((this.#options.random ?? Math.random)() * limit) / 2;
  }

  reset(): void {
    this.#failures = 0;
  }
}
