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

export interface ReflectorTarget<T> {
  replace: (objects: readonly T[]) => void;
  set: (object: T) => void;
  delete: (key: ObjectKey) => void;
}

/** `closed` by the server, `silent` (ended without an event), `expired` version, or `failed`. */
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

/** A watch that lived this long was healthy, however it ended. */
const healthyMs = 5000;

interface Attempt {
  /** Monotonic milliseconds; undefined if the attempt ended during the list. */
  watchBegan?: number;
  /** The watch delivered an event or a bookmark. */
  hasProgress: boolean;
  end: WatchEnd;
  error?: unknown;
}

/**
 * Keeps its target equal to the store: lists, then watches from the list's version. Resumes at the last event if it
 * can; lists again if it may have missed one. Retries have backoff and jitter.
 *
 * After a silent watch it lists, too, which shows that the store lives. Without that list, it might wait forever for a
 * version that a server restored from a backup never reaches.
 *
 * The engine limits a watch's silence, because it knows how often its server must send.
 */
export class Reflector<K extends Kind> {
  readonly #options: ReflectorOptions<K>;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  /** The version of the next watch; undefined: list first. */
  #version: string | undefined;
  #lastContact: number | undefined;
  #fault: unknown;

  constructor(options: ReflectorOptions<K>) {
    this.#options = options;
    this.#backoff = new Backoff({ ...backoffOptions, ...(options.random && { random: options.random }) });
  }

  /** Milliseconds since the last list, event or bookmark. Infinity before the first list. */
  get contactAgeMs(): number {
    if (this.#lastContact === undefined) return Number.POSITIVE_INFINITY;
    return this.#options.clock.monotonic() - this.#lastContact;
  }

  /** The error of the last list or watch; undefined after the next answer. */
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
      attempt.watchBegan = this.#options.clock.monotonic();
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
      // Set the version only after the target accepted the event. If the target throws, the event is sent again.
      this.#version = event.resourceVersion;
    }
  }

  #noteContact(): void {
    this.#lastContact = this.#options.clock.monotonic();
    this.#fault = undefined;
  }

  async #recover(attempt: Attempt): Promise<void> {
    this.#report(attempt);
    const isResuming = canResume(attempt);
    if (!isResuming) this.#version = undefined;
    const { watchBegan, end, error } = attempt;
    const hasLivedLong = watchBegan !== undefined && this.#options.clock.monotonic() - watchBegan >= healthyMs;
    // Resuming a watch is cheap, so progress resets the backoff. A list can be expensive: it resets the backoff only if
    // its watch lived for 5 s.
    if (hasLivedLong || isResuming) this.#backoff.reset();
    if (hasLivedLong && end !== 'failed') return;
    const retryAfterMs = error instanceof Throttled ? error.retryAfterMs : 0;
    await pause(this.#options.clock, Math.max(this.#backoff.next(), retryAfterMs), this.#stopping.signal);
  }

  #report({ watchBegan, end, error }: Attempt): void {
    const { kind, log, metrics } = this.#options;
    if (watchBegan !== undefined) metrics.watchEnded(end);
    const what = watchBegan === undefined ? 'cannot list' : `the watch ended: ${end}`;
    log[end === 'failed' ? 'warn' : 'debug']({ err: error, kind }, what);
  }
}

const canResume = ({ hasProgress, end, error }: Attempt): boolean =>
  hasProgress && (end === 'closed' || error instanceof StoreUnavailable || error instanceof Throttled);
