import { subjects, TintypeError } from '@tintype/contracts';
import { type Nats, TokenBucket } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { Account } from '../accounts/account.js';
import type { LimitState } from './rate-limit-headers.js';

const maxAccounts = 100_000;

/**
 * Each account has a token bucket with one second's worth. Replicas publish each request, and all take a token for it,
 * so that the limit holds for them together.
 */
export class RequestRate {
  readonly #connection: Pick<Nats['connection'], 'publish' | 'subscribe'>;
  readonly #limitOf: (account: string) => number | null | undefined;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: maxAccounts });
  readonly #name = crypto.randomUUID();
  readonly #stop: () => void;

  /** `limitOf` answers null or undefined for no limit. */
  constructor({ connection }: Pick<Nats, 'connection'>, limitOf: (account: string) => number | null | undefined) {
    this.#connection = connection;
    this.#limitOf = limitOf;
    const subscription = connection.subscribe(subjects.requested('*'), {
      callback: (error, message) => {
        if (!error && message.string() !== this.#name) this.#countOthers(message.subject);
      },
    });
    this.#stop = () => subscription.unsubscribe();
  }

  stop(): void {
    this.#stop();
  }

  /** Throws `rate_limited`. */
  count({ id, limits }: Pick<Account, 'id' | 'limits'>): void {
    const limit = limits.requestsPerSecond;
    if (limit === null) return;
    const now = performance.now();
    if (!this.#bucketOf(id, limit, now).take(now))
      throw new TintypeError('rate_limited', `The account may make at most ${limit} requests a second.`);
    this.#connection.publish(subjects.requested(id), this.#name);
  }

  /** Undefined without a limit. */
  state({ id, limits }: Pick<Account, 'id' | 'limits'>): LimitState | undefined {
    const quota = limits.requestsPerSecond;
    if (quota === null) return undefined;
    const now = performance.now();
    const remaining = this.#bucketOf(id, quota, now).tokens(now);
    // The bucket fills with `quota` tokens a second.
    return {
      name: 'requests',
      quota,
      windowSeconds: 1,
      remaining,
      resetSeconds: Math.ceil((quota - remaining) / quota),
    };
  }

  #countOthers(subject: string): void {
    const account = subject.slice(subjects.requested('').length);
    const limit = this.#limitOf(account);
    const now = performance.now();
    if (limit) this.#bucketOf(account, limit, now).spend(now);
  }

  /** The limit of an account may change while the process runs. */
  #bucketOf(account: string, limit: number, now: number): TokenBucket {
    const rate = { perSecond: limit, burst: limit };
    const bucket = this.#buckets.get(account) ?? new TokenBucket(rate);
    bucket.changeRate(rate, now);
    this.#buckets.set(account, bucket);
    return bucket;
  }
}
