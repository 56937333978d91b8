import { type Clock, TokenBucket } from '@tintype/runtime';

export interface RateLimiterOptions {
  /** Milliseconds to wait after a key's first failure. Each further failure doubles the wait, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
  /** The rate of retries that all keys share, and its burst. */
  perSecond: number;
  burst: number;
}

/**
 * client-go's figures, with two changes. The longest wait is 30 s instead of 1,000 s, because sessions are short. The
 * rate is 50 a second instead of 10: a thousand waiting keys make 33 retries a second.
 */
const defaultRateLimit: RateLimiterOptions = { firstMs: 5, maxMs: 30_000, perSecond: 50, burst: 100 };

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #failures = new Map<string, number>();
  readonly #bucket: TokenBucket;

  constructor(clock: Pick<Clock, 'monotonic'>, options: RateLimiterOptions = defaultRateLimit) {
    this.#clock = clock;
    this.#options = options;
    this.#bucket = new TokenBucket(options);
  }

  /** Counts a failure and takes a token. Returns the milliseconds to wait. */
  waitAfterFailure(key: string): number {
    const failures = this.retries(key);
    this.#failures.set(key, failures + 1);
    const { firstMs, maxMs } = this.#options;
    return Math.max(Math.min(firstMs * 2 ** failures, maxMs), this.waitForTurn());
  }

  /** Takes a token; counts no failure. Returns the milliseconds to wait. */
  waitForTurn(): number {
    const now = this.#clock.monotonic();
    this.#bucket.spend(now);
    return this.#bucket.waitMs(now);
  }

  /** The key's failures since the last `forget`. */
  retries(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** Resets the key's failures. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}
