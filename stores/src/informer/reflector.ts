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
import { Backoff, type Clock, type Logger } from '@tintype/runtime';
import { SilenceLimit } from './silence-limit.js';

/** What a {@link Reflector} keeps equal to the store. */
export interface ReflectorTarget<T> {
  /** These are all that there are. */
  replace: (objects: readonly T[]) => void;
  set: (object: T) => void;
  delete: (key: ObjectKey) => void;
}

/**
 * Why a watch ended: the server `closed` it, nothing was heard for too long (`silent`), its version was too old
 * (`expired`), or it `failed`.
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
  /** A list or a watch from which nothing is heard for so long counts as broken. */
  silentMs: number;
}

// Short enough that a cut watch is not noticed, and for a long outage still a request every few seconds.
const backoffOptions = { firstMs: 200, maxMs: 10_000 };

/** A watch that lived so long was a good one, however it ended. */
const healthyMs = 5000;

interface Attempt {
  /** Undefined while it is at the list. */
  watchBegan?: number;
  /** Something was told after the list. */
  progress: boolean;
  end: WatchEnd;
  error?: unknown;
}

/**
 * Keeps its target equal to what the store holds: lists, watches from the list's version, and begins again where the last
 * watch stopped. It lists anew when it cannot know what it missed, and when two watches in a row bring nothing, because a
 * server that was restored from a copy never reaches the version that is waited for. Retries have backoff and jitter.
 *
 * Silence is judged here, for all engines alike: an engine tells a bookmark from time to time, and one that does not is
 * listed again every `silentMs`, which costs little and proves that it lives.
 */
export class Reflector<K extends Kind> {
  readonly #options: ReflectorOptions<K>;
  readonly #backoff = new Backoff(backoffOptions);
  readonly #stopping = new AbortController();
  #limit: SilenceLimit | undefined;
  #running: Promise<void> | undefined;
  /** Where the next watch begins; undefined when a list has to come first. */
  #version: string | undefined;
  #barren = 0;
  #lastContact: number | undefined;

  constructor(options: ReflectorOptions<K>) {
    this.#options = options;
  }

  /** Milliseconds since the store was last heard: a list, an event or a bookmark. Infinity before the first list. */
  get contactAgeMs(): number {
    if (this.#lastContact === undefined) return Number.POSITIVE_INFINITY;
    return this.#options.clock.monotonic() - this.#lastContact;
  }

  /** Begins; returns at once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Nothing is told to the target after this call. Settles once the last request has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#limit?.end();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const attempt = await this.#listAndWatch();
      if (!signal.aborted) await this.#recover(attempt);
    }
  }

  /** A list, when one is due, and a watch to its end. */
  async #listAndWatch(): Promise<Attempt> {
    const attempt: Attempt = { end: 'closed', progress: false };
    const limit = new SilenceLimit(this.#options.clock, this.#options.silentMs);
    this.#limit = limit;
    try {
      this.#version ??= await this.#list(limit);
      attempt.watchBegan = this.#options.clock.monotonic();
      await this.#watch(this.#version, limit, attempt);
    } catch (error) {
      attempt.error = error;
      attempt.end = error instanceof Expired ? 'expired' : 'failed';
    }
    limit.end();
    if (limit.passed) attempt.end = 'silent';
    return attempt;
  }

  async #list(limit: SilenceLimit): Promise<string> {
    const { store, kind, selector, target, metrics } = this.#options;
    const { items, resourceVersion } = await store.list(kind, selector, { signal: limit.signal });
    limit.signal.throwIfAborted();
    this.#heard(limit);
    metrics.listed();
    target.replace(items);
    return resourceVersion;
  }

  async #watch(resourceVersion: string, limit: SilenceLimit, attempt: Attempt): Promise<void> {
    const { store, kind, selector, target } = this.#options;
    const { signal } = limit;
    for await (const event of store.watch(kind, { selector, resourceVersion, signal })) {
      if (signal.aborted) return;
      this.#heard(limit);
      attempt.progress = true;
      if (event.type === 'changed') target.set(event.object);
      if (event.type === 'deleted') target.delete(event.key);
      // After the target has it: an event that the target refused is told again.
      this.#version = event.resourceVersion;
    }
  }

  #heard(limit: SilenceLimit): void {
    limit.heard();
    this.#lastContact = this.#options.clock.monotonic();
  }

  /** Decides where to begin again, and waits until then. */
  async #recover(attempt: Attempt): Promise<void> {
    this.#report(attempt);
    this.#barren = attempt.progress ? 0 : this.#barren + 1;
    if (!resumes(attempt) || this.#barren >= 2) this.#listNext();
    const { watchBegan, progress, end, error } = attempt;
    const livedLong = watchBegan !== undefined && this.#options.clock.monotonic() - watchBegan >= healthyMs;
    // A resumed watch is cheap, so that progress is health enough; a list may be dear, so that only time is.
    if (livedLong || (progress && this.#version !== undefined)) this.#backoff.reset();
    if (livedLong && end === 'closed') return;
    const wanted = error instanceof Throttled ? error.retryAfterMs : 0;
    await this.#pause(Math.max(this.#backoff.next(), wanted));
  }

  #listNext(): void {
    this.#version = undefined;
    this.#barren = 0;
  }

  #report({ watchBegan, end, error }: Attempt): void {
    const { kind, log, metrics } = this.#options;
    if (watchBegan !== undefined) metrics.watchEnded(end);
    const level = end === 'closed' || end === 'expired' ? 'debug' : 'warn';
    const what = watchBegan === undefined ? 'cannot list' : `the watch ended: ${end}`;
    log[level]({ err: error, kind }, what);
  }

  async #pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const takeBack = this.#options.clock.after(milliseconds, resolve);
    const end = () => resolve();
    this.#stopping.signal.addEventListener('abort', end, { once: true });
    await promise;
    this.#stopping.signal.removeEventListener('abort', end);
    takeBack();
  }
}

/** The next watch can begin where this one stopped. */
const resumes = ({ end, error }: Attempt): boolean =>
  end === 'closed' || (end === 'failed' && (error instanceof StoreUnavailable || error instanceof Throttled));
