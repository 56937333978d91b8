import { type Clock, DeadlineExceeded, type Logger, raceSignal, systemClock } from '@tintype/runtime';
import { LeadershipGivenBack } from './election/term.js';
import { FailureLog } from './failure-log.js';
import {
  type ControllersMetrics,
  noControllersMetrics,
  type ReconcileMetrics,
  type ReconcileOutcome,
} from './metrics.js';
import { RateLimiter, type RateLimiterOptions } from './queue/rate-limiter.js';
import { WorkQueue } from './queue/work-queue.js';
import type { Source } from './source.js';

export interface ReconcileResult {
  /**
   * It wants to see the key again after so many milliseconds, if nothing happens before. Infinity is never. 0, or a time that
   * has passed, is as soon as the retries of all keys together may: a key that always says so is no busy loop. NaN is a
   * mistake, and makes the reconcile one that failed.
   */
  requeueAfterMs?: number;
  /** It was in vain, though nothing is wrong: it wants to see the key again as after a failure, later each time. */
  backOff?: boolean;
}

/**
 * Makes the world as the object of this key says, from what is there now: it is not told what happened, and may be called
 * at any time. A key whose reconcile throws is tried again, later each time.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most reconciles end without a wish, and say nothing
export type Reconcile = (key: string, signal: AbortSignal) => Promise<ReconcileResult | void>;

const usualSyncTimeoutMs = 120_000;

export interface ControllerOptions {
  name: string;
  /** Where its keys come from. */
  sources: readonly Source[];
  reconcile: Reconcile;
  /** So many keys are worked on at once; never one key twice. */
  workers?: number;
  /**
   * The signal of a reconcile ends after so long. Its key stays in its hand until it settles, because what it began may
   * still take effect.
   */
  deadlineMs?: number;
  /** Sources that have not synced after so long will not: {@link SyncTimeout}. 2 minutes, as in controller-runtime. */
  syncTimeoutMs?: number;
  rateLimit?: RateLimiterOptions;
  clock?: Clock;
  log: Pick<Logger, 'error' | 'info'>;
  metrics?: ControllersMetrics;
}

/** The sources of a controller have not synced in time: a leader that cannot see anything is none. */
export class SyncTimeout extends Error {
  override name = 'SyncTimeout';
}

/**
 * Calls `reconcile` for the keys of its sources: from the moment when all of them have synced until its term as a leader
 * ends, and again with growing waits for a key that failed. Serves one term: whoever leads again makes a new one.
 */
export class Controller {
  readonly name: string;
  readonly workers: number;
  /** For keys that come from elsewhere than the sources. */
  readonly queue: WorkQueue;
  readonly #options: ControllerOptions;
  readonly #clock: Clock;
  readonly #metrics: ReconcileMetrics;
  readonly #failures: FailureLog;
  readonly #stopping = new AbortController();
  /** Of the reconciles that run. */
  readonly #running = new Set<AbortController>();
  #ended: Promise<void> | undefined;

  constructor(options: ControllerOptions) {
    const { name, workers = 1, clock = systemClock, rateLimit, metrics = noControllersMetrics } = options;
    this.name = name;
    this.workers = workers;
    this.#options = options;
    this.#clock = clock;
    this.#failures = new FailureLog(options.log, name);
    const { reconcile, queue } = metrics.observe(this);
    this.#metrics = reconcile;
    this.queue = new WorkQueue({ clock, rateLimiter: new RateLimiter(clock, rateLimit), metrics: queue });
  }

  /**
   * Works until `stop`, or until `term` ends. Of a term that was lost the reconciles that run are told by their signals; of
   * one that is given back they end by themselves, because it lasts until they have. Settles once the last one has settled.
   * Fails when a source does, and with {@link SyncTimeout}.
   */
  run(term: AbortSignal): Promise<void> {
    this.#ended ??= this.#run(term);
    return this.#ended;
  }

  /** Begins nothing more. Settles once what runs has ended by itself, which takes until its deadline at most. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.queue.shutDown();
    await this.#ended;
  }

  async #run(term: AbortSignal): Promise<void> {
    const end = () => this.#endWith(term.reason);
    term.addEventListener('abort', end);
    if (term.aborted) end();
    const ends = this.#options.sources.map((source) => source.start(this.queue));
    try {
      if (await this.#synced()) await Promise.all(Array.from({ length: this.workers }, () => this.#work()));
    } finally {
      for (const each of ends) each();
      term.removeEventListener('abort', end);
    }
  }

  #endWith(reason: unknown): void {
    this.#stopping.abort();
    void this.queue.shutDown();
    if (reason instanceof LeadershipGivenBack) return;
    for (const running of this.#running) running.abort(reason);
  }

  async #synced(): Promise<boolean> {
    const { sources, syncTimeoutMs = usualSyncTimeoutMs } = this.#options;
    const { signal } = this.#stopping;
    const late = new AbortController();
    const takeBack = this.#clock.after(syncTimeoutMs, () => late.abort(this.#syncTimeout(syncTimeoutMs)));
    const waiting = AbortSignal.any([signal, late.signal]);
    try {
      await raceSignal(Promise.all(sources.map((source) => source.whenSynced(waiting))), waiting);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      takeBack();
    }
    return !signal.aborted;
  }

  #syncTimeout(milliseconds: number): SyncTimeout {
    const why = this.#options.sources.map((source) => source.whyNotSynced?.()).filter((each) => each !== undefined);
    const text = `The caches of the controller "${this.name}" have not synced for ${milliseconds} ms.`;
    return new SyncTimeout([text, ...why].join(' '));
  }

  async #work(): Promise<void> {
    for (let key = await this.queue.get(); key !== undefined; key = await this.queue.get()) {
      // A key can be on its way to the worker when the term ends.
      if (!this.#stopping.signal.aborted) await this.#reconcile(key);
      this.queue.done(key);
    }
  }

  async #reconcile(key: string): Promise<void> {
    const begun = this.#clock.monotonic();
    const ending = new AbortController();
    this.#running.add(ending);
    const late = new DeadlineExceeded('the reconcile has taken too long');
    const takeBack = this.#clock.after(this.#options.deadlineMs ?? 60_000, () => ending.abort(late));
    let outcome: ReconcileOutcome;
    try {
      outcome = this.#succeeded(key, await this.#options.reconcile(key, ending.signal));
    } catch (error) {
      const isLate = ending.signal.reason === late;
      const isLost = ending.signal.aborted && !isLate;
      // What ends because the term was lost is no failure of the key.
      outcome = isLost ? 'error' : this.#failed(key, error, isLate);
    }
    takeBack();
    this.#running.delete(ending);
    this.#metrics.reconciled(outcome, this.#clock.monotonic() - begun);
  }

  // biome-ignore lint/suspicious/noConfusingVoidType: what a reconcile answers
  #succeeded(key: string, result: ReconcileResult | void): ReconcileOutcome {
    const requeueAfterMs = result?.requeueAfterMs ?? Number.POSITIVE_INFINITY;
    if (Number.isNaN(requeueAfterMs)) throw new RangeError('requeueAfterMs is not a number');
    this.#failures.reconciled(key, this.queue.retries(key));
    if (result?.backOff) {
      this.queue.addRateLimited(key);
      return 'requeue_after';
    }
    this.queue.forget(key);
    if (requeueAfterMs === Number.POSITIVE_INFINITY) return 'success';
    if (requeueAfterMs > 0) this.queue.addAfter(key, requeueAfterMs);
    else this.queue.addAgain(key);
    return 'requeue_after';
  }

  #failed(key: string, error: unknown, late: boolean): ReconcileOutcome {
    this.#failures.failed(key, error, this.queue.retries(key));
    this.queue.addRateLimited(key);
    return late ? 'timeout' : 'error';
  }
}
