import { subjects, TintypeError } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { Account } from '../accounts/account.js';

interface Bucket {
  tokens: number;
  /** When the tokens were counted, in milliseconds of the Unix epoch. */
  at: number;
}

const mostAccounts = 100_000;

/**
 * Requests a second of accounts that have such a limit: a token bucket that holds one second's worth. Every replica
 * tells the others of each request, and takes a token for each that it hears of, so that the limit holds for all of
 * them together.
 */
export class RequestRate {
  readonly #connection: Pick<Nats['connection'], 'publish' | 'subscribe'>;
  readonly #limitOf: (account: string) => number | null | undefined;
  readonly #buckets = new LRUCache<string, Bucket>({ max: mostAccounts });
  readonly #name = crypto.randomUUID();
  readonly #stop: () => void;

  /** `limitOf` answers an account's limit, null or undefined where there is none. */
  constructor({ connection }: Pick<Nats, 'connection'>, limitOf: (account: string) => number | null | undefined) {
    this.#connection = connection;
    this.#limitOf = limitOf;
    const subscription = connection.subscribe(subjects.requested('*'), {
      callback: (error, message) => {
        if (!error && message.string() !== this.#name) this.#others(message.subject);
      },
    });
    this.#stop = () => subscription.unsubscribe();
  }

  stop(): void {
    this.#stop();
  }

  /** Counts a request. Throws `rate_limited`. */
  count({ id, limits }: Pick<Account, 'id' | 'limits'>): void {
    const limit = limits.requestsPerSecond;
    if (limit === null) return;
    const bucket = this.#bucket(id, limit);
    if (bucket.tokens < 1) throw new TintypeError('rate_limited', `This account may make ${limit} requests a second.`);
    bucket.tokens -= 1;
    this.#connection.publish(subjects.requested(id), this.#name);
  }

  #others(subject: string): void {
    const account = subject.slice(subjects.requested('').length);
    const limit = this.#limitOf(account);
    if (limit) this.#bucket(account, limit).tokens -= 1;
  }

  #bucket(account: string, limit: number): Bucket {
    const now = Date.now();
    const bucket = this.#buckets.get(account) ?? { tokens: limit, at: now };
    bucket.tokens = Math.min(bucket.tokens + ((now - bucket.at) / 1000) * limit, limit);
    bucket.at = now;
    this.#buckets.set(account, bucket);
    return bucket;
  }
}
