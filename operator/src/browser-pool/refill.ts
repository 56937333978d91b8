import type { Pod } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import { isUnclaimed, poolKeyOf } from './pool-pod.js';

/** However many callers wait, the pool waits no longer for them. */
const longestYieldMs = 5000;
/** In which whoever got a browser connects, and goes to its first page. */
const headStartMs = 1000;
/** What somebody takes away is made anew after so long. */
const disputedMs = 1000;

const firstBackOffMs = 1000;
const longestBackOffMs = 300_000;
/** As a kubelet does: who did not fail for so long begins anew. */
const forgivenMs = 600_000;

/** Times of a pool that holds back for callers. */
interface Yielding {
  since: number;
  /** Since when all have their browsers. */
  served?: number | undefined;
}

interface Failures {
  count: number;
  last: number;
}

/**
 * When a pool may start browsers.
 *
 * - **Callers first**: while a session of the pool waits for its browser, and in the first second after it got one, the pool starts
 *   none beside it, which would take the processor from both; five seconds at most. Otherwise what is missing is made at once.
 * - **Not against others**: when somebody else takes an idle pod away, the next one comes a second later. Two who disagree about
 *   what is too much go round once a second.
 * - **After failures later and later**: a pod that ends before anybody took it holds the next one back for a second, the one
 *   after it for two, up to five minutes.
 *
 * Kept in memory: a new leader begins with neither.
 */
export class Refill {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #yielding = new Map<string, Yielding>();
  /** When an idle pod was last taken away from a pool. */
  readonly #disputed = new Map<string, number>();
  readonly #failures = new Map<string, Failures>();
  /** Pods whose end was counted, by uid; for as long as they may be seen again. */
  readonly #counted = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Handler of the informer of pods: an idle one goes away. */
  readonly observe = (previous: Pod | undefined, current: Pod | undefined): void => {
    const pool = previous && isIdle(previous) ? poolKeyOf(previous) : undefined;
    if (pool && (!current || current.metadata.deletionTimestamp)) this.#disputed.set(pool, this.#clock.now());
  };

  /** A pod of the pool ended with nobody having taken it; may be said more than once. */
  failed(pool: string, podUid: string): void {
    const now = this.#clock.now();
    for (const [uid, at] of this.#counted) if (now - at > forgivenMs) this.#counted.delete(uid);
    if (this.#counted.has(podUid)) return;
    this.#counted.set(podUid, now);
    this.#failures.set(pool, { count: this.#failuresOf(pool, now) + 1, last: now });
  }

  /** For so many milliseconds nothing may be started, since browsers fail. */
  backOffMs(pool: string): number {
    const now = this.#clock.now();
    const count = this.#failuresOf(pool, now);
    const last = this.#failures.get(pool)?.last ?? now;
    const waitMs = count === 0 ? 0 : Math.min(longestBackOffMs, firstBackOffMs * 2 ** (count - 1));
    return Math.max(0, last + waitMs - now);
  }

  /** For so many milliseconds nothing may be started, since so many sessions of the pool wait for their browsers, or have just got them. */
  yieldMs(pool: string, waiting: number): number {
    const now = this.#clock.now();
    const yielding = this.#yielding.get(pool) ?? (waiting > 0 ? { since: now } : undefined);
    if (!yielding) return 0;
    const { since, served = now } = yielding;
    const end = since + longestYieldMs;
    const waitMs = Math.max(0, (waiting > 0 ? end : Math.min(end, served + headStartMs)) - now);
    if (waiting === 0 && waitMs === 0) this.#yielding.delete(pool);
    else this.#yielding.set(pool, waiting > 0 ? { since } : { since, served });
    return waitMs;
  }

  /** For so many milliseconds nothing may be started, since somebody takes away what is there. */
  disputedMs(pool: string): number {
    const last = this.#disputed.get(pool) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, last + disputedMs - this.#clock.now());
  }

  /** The pool is gone. */
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
