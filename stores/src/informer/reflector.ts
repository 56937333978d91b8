import {
  Expired,
  type Kind,
  type Kinds,
  type ObjectKey,
  type ResourceStore,
  type Selector,
  StoreUnavailable,
  Throttled,
} from '@tintype/crds';
import { Backoff, type Clock, type Logger, pause } from '@tintype/runtime';

/** What the reflector keeps equal to the store, such as a cache. */
export interface ReflectorTarget<T> {
  replace: (objects: readonly T[]) => void;
  set: (object: T) => void;
  delete: (key: ObjectKey) => void;
}

/**
 * `closed`: the server ended the watch after an event or bookmark. `silent`: the watch ended without either. `expired`:
 * its version was too old. `failed`: any other error.
 */
export type WatchEnd = 'closed' | 'silent' | 'expired' | 'failed';

export interface ReflectorMetrics {
  listed: () => void;
  watchEnded: (reason: WatchEnd) => void;
}

export interface ReflectorOptions<K extends Kind> {
  store: Pick<ResourceStore, 'list' | 'watch'>;
  kind: K;
  selector: Selector;
  target: ReflectorTarget<Kinds[K]>;
  clock: Clock;
  log: Pick<Logger, 'debug' | 'warn'>;
  metrics: ReflectorMetrics;
  random?: (() => number) | undefined;
}

// After a cut watch, a pause of 200 ms is too short to notice. In a long outage, a pause of 10 s still probes often.
const backoffOptions = { firstMs: 200, maxMs: 10_000 };

/** A watch that lasted this long was healthy, so its end resets the backoff. */
const healthyMs = 5000;

/** A list, if one is needed, and the watch after it. */
interface Attempt {
  /** The monotonic time in milliseconds; undefined if the attempt ended during the list. */
  watchBeganAt?: number;
  /** Whether the watch delivered an event or a bookmark. */
  hasProgress: boolean;
  end: WatchEnd;
  error?: unknown;
}

/**
 * Keeps its target equal to the store: lists, then watches from the list's version. If a watch with events was only
 * cut, the next watch resumes at the last event. In all other cases the reflector lists again. Retries have backoff and
 * jitter.
 *
 * The reflector also lists after a silent watch, to see whether the store answers. A server that was
 * restored from a backup may never reach the version of the watch. Without a list, the reflector would then wait
 * forever.
 *
 * The store's engine ends a watch that is silent for too long. The engine knows how often its server must send.
 */
export class Reflector<K extends Kind> {
  readonly #options: ReflectorOptions<K>;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  /** Where the next watch begins. Undefined if a list must come first. */
  #version: string | undefined;
  #lastContactAt: number | undefined;
  #fault: unknown;

  constructor(options: ReflectorOptions<K>) {
    this.#options = options;
    this.#backoff = new Backoff({ ...backoffOptions, ...(options.random && { random: options.random }) });
  }

  /** Milliseconds since the last list, event or bookmark. Infinity before the first list. */
  get contactAgeMs(): number {
    if (this.#lastContactAt === undefined) return Number.POSITIVE_INFINITY;
    return this.#options.clock.monotonic() - this.#lastContactAt;
  }

  /** The error of the last list or watch; undefined after an answer that came later. */
  get fault(): unknown {
    return this.#fault;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The target gets nothing after this call. Resolves when the last request has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const attempt = await this.#listAndWatch(signal);
      if (!signal.aborted) await this.#recover(attempt);
    }
  }

  async #listAndWatch(signal: AbortSignal): Promise<Attempt> {
    const attempt: Attempt = { end: 'closed', hasProgress: false };
    try {
      this.#version ??= await this.#list(signal);
      attempt.watchBeganAt = this.#options.clock.monotonic();
      await this.#watch(this.#version, signal, attempt);
      if (!attempt.hasProgress) attempt.end = 'silent';
    } catch (error) {
      attempt.error = error;
      this.#fault = error;
      attempt.end = error instanceof Expired ? 'expired' : 'failed';
    }
    return attempt;
  }

  async #list(signal: AbortSignal): Promise<string> {
    const { store, kind, selector, target, metrics } = this.#options;
    const { items, resourceVersion } = await store.list(kind, selector, { signal });
    signal.throwIfAborted();
    this.#noteContact();
    metrics.listed();
    target.replace(items);
    return resourceVersion;
  }

  async #watch(resourceVersion: string, signal: AbortSignal, attempt: Attempt): Promise<void> {
    const { store, kind, selector, target } = this.#options;
    for await (const event of store.watch(kind, { selector, resourceVersion, signal })) {
      if (signal.aborted) return;
      this.#noteContact();
      attempt.hasProgress = true;
      if (event.type === 'changed') target.set(event.object);
      if (event.type === 'deleted') target.delete(event.key);
      // Set the version only after the target accepted the event. If the target throws, the next attempt repeats it.
      this.#version = event.resourceVersion;
    }
  }

  #noteContact(): void {
    this.#lastContactAt = this.#options.clock.monotonic();
    this.#fault = undefined;
  }

  /** Decides whether the next attempt resumes or lists, and waits until it is due. */
  async #recover(attempt: Attempt): Promise<void> {
    this.#report(attempt);
    const isResuming = canResume(attempt);
    if (!isResuming) this.#version = undefined;
    const { watchBeganAt, end, error } = attempt;
    const wasHealthy = watchBeganAt !== undefined && this.#options.clock.monotonic() - watchBeganAt >= healthyMs;
    // Resuming a watch is cheap, so progress resets the backoff. A list can be expensive: only a watch of at least 5 s
    // after it resets the backoff.
    if (wasHealthy || isResuming) this.#backoff.reset();
    if (wasHealthy && end !== 'failed') return;
    const retryAfterMs = error instanceof Throttled ? error.retryAfterMs : 0;
    await pause(this.#options.clock, Math.max(this.#backoff.next(), retryAfterMs), this.#stopping.signal);
  }

  #report({ watchBeganAt, end, error }: Attempt): void {
    const { kind, log, metrics } = this.#options;
    if (watchBeganAt !== undefined) metrics.watchEnded(end);
    const what = watchBeganAt === undefined ? 'cannot list' : `the watch ended: ${end}`;
    log[end === 'failed' ? 'warn' : 'debug']({ err: error, kind }, what);
  }
}

const canResume = ({ hasProgress, end, error }: Attempt): boolean =>
  hasProgress && (end === 'closed' || error instanceof StoreUnavailable || error instanceof Throttled);
