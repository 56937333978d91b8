import { subjects, TintypeError } from '@tintype/contracts';
import { type Nats, TokenBucket } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { Account } from '../accounts/account.js';
import type { LimitState } from './rate-limit-headers.js';

const maxBuckets = 100_000;

/** The account's limit of each kind. Links have their own, so that their readers cannot use up `requestsPerSecond`. */
const limitNames = { requests: 'requestsPerSecond', links: 'linkRequestsPerSecond' } as const;

export type RateKind = keyof typeof limitNames;

const isKind = (text: string): text is RateKind => Object.hasOwn(limitNames, text);

const faults: Record<RateKind, (limit: number) => string> = {
  requests: (limit) =>
    `The account may make at most ${limit} requests a second. Send fewer, or ask the administrator of this service for more.`,
  links: (limit) =>
    `The links of this account take at most ${limit} requests a second from all readers together. Try again in a second.`,
};

/**
 * Limits the requests of accounts. Each account has a token bucket for each kind, which holds the tokens of one second.
 * Replicas publish each request, and all take a token for it, so that the limit holds for them together.
 */
export class RequestRate {
  readonly #connection: Pick<Nats['connection'], 'publish' | 'subscribe'>;
  readonly #limitsOf: (account: string) => Account['limits'] | undefined;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets });
  readonly #replicaId = crypto.randomUUID();
  readonly #stop: () => void;

  /** `limitsOf` answers undefined for an unknown account. */
  constructor({ connection }: Pick<Nats, 'connection'>, limitsOf: (account: string) => Account['limits'] | undefined) {
    this.#connection = connection;
    this.#limitsOf = limitsOf;
    const subscription = connection.subscribe(subjects.requested('*'), {
      callback: (error, message) => {
        const [replicaId, kind = ''] = error ? [] : message.string().split(' ');
        if (replicaId !== this.#replicaId && isKind(kind)) this.#countFromOtherReplica(message.subject, kind);
      },
    });
    this.#stop = () => subscription.unsubscribe();
  }

  stop(): void {
    this.#stop();
  }

  /** Counts a request. Throws `rate_limited`, and does not count it, if the limit is reached. */
  count({ id, limits }: Pick<Account, 'id' | 'limits'>, kind: RateKind = 'requests'): void {
    const limit = limits[limitNames[kind]];
    if (limit === null) return;
    const now = performance.now();
    if (!this.#bucketOf(`${kind} ${id}`, limit, now).take(now))
      throw new TintypeError('rate_limited', faults[kind](limit));
    this.#connection.publish(subjects.requested(id), `${this.#replicaId} ${kind}`);
  }

  /** How much of its limit the account has left. Undefined without a limit. */
  state({ id, limits }: Pick<Account, 'id' | 'limits'>, kind: RateKind = 'requests'): LimitState | undefined {
    const quota = limits[limitNames[kind]];
    if (quota === null) return undefined;
    const now = performance.now();
    const remaining = this.#bucketOf(`${kind} ${id}`, quota, now).tokens(now);
    return {
      name: kind,
      quota,
      windowSeconds: 1,
      remaining,
      // The bucket gets `quota` tokens a second.
      resetSeconds: Math.ceil((quota - remaining) / quota),
    };
  }

  #countFromOtherReplica(subject: string, kind: RateKind): void {
    const account = subject.slice(subjects.requested('').length);
    const limit = this.#limitsOf(account)?.[limitNames[kind]];
    const now = performance.now();
    if (limit) this.#bucketOf(`${kind} ${account}`, limit, now).spend(now);
  }

  /** Sets the bucket's limit each time: an account's limit may change while the process runs. */
  #bucketOf(key: string, limit: number, now: number): TokenBucket {
    const rate = { perSecond: limit, burst: limit };
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rate);
    bucket.changeRate(rate, now);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}
