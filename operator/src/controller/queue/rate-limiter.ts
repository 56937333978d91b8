import { type Clock, TokenBucket } from '@tintype/runtime';

export interface RateLimiterOptions {
  /** The wait of a key after its first failure; it doubles with each. */
  firstMs: number;
  maxMs: number;
  /** Retries a second of all keys together, and how many more at once. */
  perSecond: number;
  burst: number;
}

/**
 * client-go's figures with a shorter longest wait: its 1000 s is longer than a session lives. A thousand keys that all
 * wait 30 s make 33 retries a second.
 */
const defaultRateLimit: RateLimiterOptions = { firstMs: 5, maxMs: 30_000, perSecond: 50, burst: 100 };

/** How long a key that failed has to wait: exponentially for each key, and all keys share a bucket of tokens. */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #failures = new Map<string, number>();
  /** Shared by all keys. */
  readonly #bucket: TokenBucket;

  constructor(clock: Pick<Clock, 'monotonic'>, options: RateLimiterOptions = defaultRateLimit) {
    this.#clock = clock;
    this.#options = options;
    this.#bucket = new TokenBucket(options);
  }

  /** Milliseconds to wait before this key may be tried again; counts as one failure, and takes a token. */
  when(key: string): number {
    const failures = this.retries(key);
    this.#failures.set(key, failures + 1);
    const { firstMs, maxMs } = this.#options;
    return Math.max(Math.min(firstMs * 2 ** failures, maxMs), this.nextTurn());
  }

  /** Milliseconds until the bucket gives a token, which this takes; counts as no failure. */
  nextTurn(): number {
    const now = this.#clock.monotonic();
    this.#bucket.spend(now);
    return this.#bucket.waitMs(now);
  }

  /** How often it has failed since it was forgotten. */
  retries(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** It has succeeded, or is given up. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}
