import type { Pod } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isUnclaimed, poolKeyOf } from './pool-pod.js';

/** A pool waits at most 100 ms for clients: a session gets a warm browser in less time. */
const longestYieldMs = 100;
/** The wait before a deleted idle pod is replaced. */
const disputeWaitMs = 1000;

const firstBackOffMs = 1000;
const longestBackOffMs = 300_000;
/** Ten minutes after the last failure, all are forgiven. A kubelet forgives after the same time. */
const forgivenMs = 600_000;

interface Failures {
  count: number;
  last: number;
}

/**
 * Decides when a pool may start browsers.
 *
 * - **Clients first**: while clients wait, none starts in the first 100 ms. The claims then have the processor.
 * - **No fight**: if another program deletes an idle pod, its successor starts a second later.
 * - **Back-off**: a pod that ends unclaimed delays its successor by a second, then two, up to five minutes.
 *
 * A new leader starts without this memory.
 */
export class RefillPacer {
  readonly #clock: Pick<Clock, 'now'>;
  /** Since when sessions of a pool have been waiting without a pause. */
  readonly #yielding = new Map<string, number>();
  /** When an idle pod of a pool was last deleted. */
  readonly #disputed = new Map<string, number>();
  readonly #failures = new Map<string, Failures>();
  /** When the end of each pod was counted, by uid. The same end may be reported again. */
  readonly #counted = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Handler of the informer of pods. */
  readonly observe = (previous: Pod | undefined, current: Pod | undefined): void => {
    const pool = previous && isIdle(previous) ? poolKeyOf(previous) : undefined;
    if (pool && (!current || current.metadata.deletionTimestamp)) this.#disputed.set(pool, this.#clock.now());
  };

  /** Counts a pod that failed, each uid once. */
  failed(pool: string, podUid: string): void {
    const now = this.#clock.now();
    for (const [uid, at] of this.#counted) if (now - at > forgivenMs) this.#counted.delete(uid);
    if (this.#counted.has(podUid)) return;
    this.#counted.set(podUid, now);
    this.#failures.set(pool, { count: this.#failuresOf(pool, now) + 1, last: now });
  }

  /** The wait because browsers fail. */
  backOffMs(pool: string): number {
    const now = this.#clock.now();
    const count = this.#failuresOf(pool, now);
    const last = this.#failures.get(pool)?.last ?? now;
    const waitMs = count === 0 ? 0 : Math.min(longestBackOffMs, firstBackOffMs * 2 ** (count - 1));
    return Math.max(0, last + waitMs - now);
  }

  /** The wait because `waiting` sessions need their browsers. */
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

  /** The wait because another program deletes idle pods. */
  disputedMs(pool: string): number {
    const last = this.#disputed.get(pool) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, last + disputeWaitMs - this.#clock.now());
  }

  forget(pool: string): void {
    this.#yielding.delete(pool);
    this.#disputed.delete(pool);
    this.#failures.delete(pool);
  }

  #failuresOf(pool: string, now: number): number {
    const failures = this.#failures.get(pool);
    return failures && now - failures.last <= forgivenMs ? failures.count : 0;
  }
}

const isIdle = (pod: Pod): boolean => isUnclaimed(pod) && pod.metadata.deletionTimestamp === undefined;
