import type { Clock } from '@tintype/runtime';

interface Bucket {
  tokens: number;
  at: number;
}

export interface EventBudgetOptions {
  clock: Pick<Clock, 'monotonic'>;
  /** Writes that an object has at once. */
  burst: number;
  /** It gets one more each so many milliseconds. */
  refillMs: number;
  /** Objects that are remembered; the one that was asked for longest ago is forgotten, and has its burst again. */
  most: number;
}

/** How many events may be written of each object: a token bucket each, so that one that fails for ever is no flood. */
export class EventBudget {
  readonly #options: EventBudgetOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: EventBudgetOptions) {
    this.#options = options;
  }

  /** Takes one token of the object; false when it has none. */
  take(uid: string): boolean {
    const { most } = this.#options;
    const bucket = this.#refilled(this.#buckets.get(uid));
    // The last in a Map's order is the one that was asked for last.
    this.#buckets.delete(uid);
    this.#buckets.set(uid, bucket);
    if (this.#buckets.size > most) this.#forgetOne();
    const has = bucket.tokens >= 1;
    if (has) bucket.tokens -= 1;
    return has;
  }

  /** Forgets the objects that have their whole burst again. */
  forgetFull(): void {
    for (const [uid, bucket] of this.#buckets)
      if (this.#refilled(bucket).tokens >= this.#options.burst) this.#buckets.delete(uid);
  }

  #refilled(bucket?: Bucket): Bucket {
    const { clock, burst, refillMs } = this.#options;
    const at = clock.monotonic();
    if (!bucket) return { tokens: burst, at };
    return { tokens: Math.min(bucket.tokens + (at - bucket.at) / refillMs, burst), at };
  }

  #forgetOne(): void {
    for (const uid of this.#buckets.keys()) return void this.#buckets.delete(uid);
  }
}
