import type { Pod } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isUnclaimed, poolKeyOf } from './pool-pod.js';

/** A pool waits at most 100 ms for clients: a session gets a warm browser in less time. */
const longestYieldMs = 100;
/** The wait before a deleted idle pod is replaced. */
const disputeWaitMs = 1000;

const firstBackOffMs = 1000;
const longestBackOffMs = 300_000;
/** Ten minutes after its last failure, a pool's failures count no more. A kubelet forgives after the same time. */
const forgiveAfterMs = 600_000;

interface Failures {
  count: number;
  /** When the last one was counted, in epoch milliseconds. */
  lastAt: number;
}

/**
 * Decides when a pool may start browsers.
 *
 * - **Clients first**: in the first 100 ms of the clients' wait, no browser starts. The processor serves their claims.
 * - **No fight**: if an idle pod is deleted, its successor starts a second later. Another program may have deleted it.
 * - **Back-off**: if pods fail unclaimed, the next pod waits 1 s, then 2 s, up to five minutes.
 *
 * Times are epoch milliseconds, and `pool` is the pool's key. A new leader starts without this memory.
 */
export class RefillPacer {
  readonly #clock: Pick<Clock, 'now'>;
  /** Since when sessions of a pool have been waiting without a pause. */
  readonly #yielding = new Map<string, number>();
  /** When an idle pod of a pool was last deleted. */
  readonly #disputed = new Map<string, number>();
  readonly #failures = new Map<string, Failures>();
  /** When the failure of each pod was counted, by the pod's uid. A failure may be reported again. */
  readonly #counted = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Handler of the informer of pods. */
  readonly observe = (previous: Pod | undefined, current: Pod | undefined): void => {
    const pool = previous && isIdle(previous) ? poolKeyOf(previous) : undefined;
    if (pool && (!current || current.metadata.deletionTimestamp)) this.#disputed.set(pool, this.#clock.now());
  };

  /** Counts the failure of a pod once. */
  failed(pool: string, podUid: string): void {
    const now = this.#clock.now();
    for (const [uid, at] of this.#counted) if (now - at > forgiveAfterMs) this.#counted.delete(uid);
    if (this.#counted.has(podUid)) return;
    this.#counted.set(podUid, now);
    this.#failures.set(pool, { count: this.#failuresOf(pool, now) + 1, lastAt: now });
  }

  /** How long the pool must wait because its browsers fail. */
  backOffMs(pool: string): number {
    const now = this.#clock.now();
    const count = this.#failuresOf(pool, now);
    const lastAt = this.#failures.get(pool)?.lastAt ?? now;
    const waitMs = count === 0 ? 0 : Math.min(longestBackOffMs, firstBackOffMs * 2 ** (count - 1));
    return Math.max(0, lastAt + waitMs - now);
  }

  /** How long the pool must wait because clients do: `waiting` is their number. Each call counts for later ones. */
  yieldMs(pool: string, waiting: number): number {
    if (waiting === 0) {
      this.#yielding.delete(pool);
      return 0;
    }
    const now = this.#clock.now();
    const since = this.#yielding.get(pool) ?? now;
    this.#yielding.set(pool, since);
    return Math.max(0, since + longestYieldMs - now);
  }

  /** How long the pool must wait because an idle pod was deleted. */
  disputedMs(pool: string): number {
    const deletedAt = this.#disputed.get(pool) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, deletedAt + disputeWaitMs - this.#clock.now());
  }

  forget(pool: string): void {
    this.#yielding.delete(pool);
    this.#disputed.delete(pool);
    this.#failures.delete(pool);
  }

  #failuresOf(pool: string, now: number): number {
    const failures = this.#failures.get(pool);
    return failures && now - failures.lastAt <= forgiveAfterMs ? failures.count : 0;
  }
}

const isIdle = (pod: Pod): boolean => isUnclaimed(pod) && pod.metadata.deletionTimestamp === undefined;
