import { atMost, type Clock, DeadlineExceeded, type Logger, systemClock } from '@tintype/runtime';
import { LeadershipReturned } from './election/term.js';
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
   * Milliseconds until the key runs again, unless an event comes first. Infinity: never. 0 or less: at the shared rate
   * of retries, so there is no busy loop. NaN counts as a failure.
   */
  requeueAfterMs?: number;
  /** True if the pass could not do its work: the key runs again after growing waits, like after a failure. */
  backOff?: boolean;
}

/**
 * Brings the world to the state that the key's object asks for. It may be called at any time, also without an event. A
 * key whose reconcile throws runs again after growing waits.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most reconciles return nothing
export type Reconcile = (key: string, signal: AbortSignal) => Promise<ReconcileResult | void>;

const defaultSyncTimeoutMs = 120_000;

export interface ControllerOptions {
  name: string;
  sources: readonly Source[];
  reconcile: Reconcile;
  /** The largest number of keys in work at once; default: 1. One key is never in work twice at once. */
  workers?: number;
  /**
   * The reconcile's signal aborts after this time. Default: 60 s. The key stays taken until the reconcile settles,
   * because its calls may still take effect.
   */
  deadlineMs?: number;
  /** Without a sync in this time, the run fails with {@link SyncTimeout}. Default: 2 min, as in controller-runtime. */
  syncTimeoutMs?: number;
  rateLimit?: RateLimiterOptions;
  clock?: Clock;
  log: Pick<Logger, 'error' | 'info'>;
  metrics?: ControllersMetrics;
}

/** The sources did not sync in time. A leader that sees nothing must not lead. */
export class SyncTimeout extends Error {
  override name = 'SyncTimeout';
}

/**
 * Calls `reconcile` for the keys of its sources, once all sources have synced and until its term ends. Serves one term.
 */
export class Controller {
  readonly name: string;
  readonly workers: number;
  /** Also takes keys from outside the sources. */
  readonly queue: WorkQueue;
  readonly #options: ControllerOptions;
  readonly #clock: Clock;
  readonly #metrics: ReconcileMetrics;
  readonly #failures: FailureLog;
  readonly #stopping = new AbortController();
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
   * Works until `stop`, or until `term` ends. A lost term aborts running reconciles; a returned term lasts until they
   * end. Rejects if a source fails, and with {@link SyncTimeout}.
   */
  run(term: AbortSignal): Promise<void> {
    this.#ended ??= this.#run(term);
    return this.#ended;
  }

  /** Takes no more keys. Settles when the running reconciles have ended; their deadline still aborts them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.queue.shutDown();
    await this.#ended;
  }

  async #run(term: AbortSignal): Promise<void> {
    const end = () => this.#endWith(term.reason);
    term.addEventListener('abort', end);
    if (term.aborted) end();
    const stops = this.#options.sources.map((source) => source.start(this.queue));
    try {
      if (await this.#hasSynced()) await Promise.all(Array.from({ length: this.workers }, () => this.#work()));
    } finally {
      for (const stop of stops) stop();
      term.removeEventListener('abort', end);
    }
  }

  #endWith(reason: unknown): void {
    this.#stopping.abort();
    void this.queue.shutDown();
    if (reason instanceof LeadershipReturned) return;
    for (const running of this.#running) running.abort(reason);
  }

  /** Waits for all sources. False if the controller stops first. */
  async #hasSynced(): Promise<boolean> {
    const { sources, syncTimeoutMs = defaultSyncTimeoutMs } = this.#options;
    const { signal } = this.#stopping;
    const allSynced = (waiting: AbortSignal) => Promise.all(sources.map((source) => source.whenSynced(waiting)));
    const late = () => this.#syncTimeout(syncTimeoutMs);
    try {
      await atMost(syncTimeoutMs, allSynced, { clock: this.#clock, signal, late });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return !signal.aborted;
  }

  #syncTimeout(milliseconds: number): SyncTimeout {
    const why = this.#options.sources.map((source) => source.whyNotSynced?.()).filter((each) => each !== undefined);
    const text = `The caches of controller "${this.name}" did not sync within ${milliseconds} ms.`;
    return new SyncTimeout([text, ...why].join(' '));
  }

  async #work(): Promise<void> {
    for (let key = await this.queue.get(); key !== undefined; key = await this.queue.get()) {
      // The term can end between the queue and the worker.
      if (!this.#stopping.signal.aborted) await this.#reconcile(key);
      this.queue.done(key);
    }
  }

  async #reconcile(key: string): Promise<void> {
    const begun = this.#clock.monotonic();
    const ending = new AbortController();
    this.#running.add(ending);
    const late = new DeadlineExceeded('the reconcile took too long');
    const cancelTimer = this.#clock.after(this.#options.deadlineMs ?? 60_000, () => ending.abort(late));
    let outcome: ReconcileOutcome;
    try {
      outcome = this.#succeeded(key, await this.#options.reconcile(key, ending.signal));
    } catch (error) {
      const isLate = ending.signal.reason === late;
      const isLost = ending.signal.aborted && !isLate;
      outcome = isLost ? 'error' : this.#failed(key, error, isLate);
    }
    cancelTimer();
    this.#running.delete(ending);
    this.#metrics.reconciled(outcome, this.#clock.monotonic() - begun);
  }

  // biome-ignore lint/suspicious/noConfusingVoidType: what a reconcile returns
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

  #failed(key: string, error: unknown, isLate: boolean): ReconcileOutcome {
    this.#failures.failed(key, error, this.queue.retries(key));
    this.queue.addRateLimited(key);
    return isLate ? 'timeout' : 'error';
  }
}
