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

/** What a {@link Reflector} keeps equal to the store. */
export interface ReflectorTarget<T> {
  /** These are all that there are. */
  replace: (objects: readonly T[]) => void;
  set: (object: T) => void;
  delete: (key: ObjectKey) => void;
}

/**
 * Why a watch ended: the server `closed` it, it ended and had told nothing (`silent`), its version was too old
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
  random?: (() => number) | undefined;
}

// Short enough that a cut watch is not noticed, and for a long outage still a request every few seconds.
const backoffOptions = { firstMs: 200, maxMs: 10_000 };

/** A watch that lived so long was a good one, however it ended. */
const healthyMs = 5000;

interface Attempt {
  /** By the monotonic clock; undefined while it is at the list. */
  watchBegan?: number;
  /** The watch told something. */
  progress: boolean;
  end: WatchEnd;
  error?: unknown;
}

/**
 * Keeps its target equal to what the store holds: lists, watches from the list's version, and begins again where the last
 * watch stopped, or with a list when it cannot know what it missed. A watch that told nothing is not resumed either: a list
 * shows that the store lives, and ends the waiting for a version that a server restored from a copy will not reach for
 * long. Retries have backoff and jitter.
 *
 * How long a watch may be silent is the engine's business, which knows what its server owes it: it ends such a watch.
 */
export class Reflector<K extends Kind> {
  readonly #options: ReflectorOptions<K>;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  /** Where the next watch begins; undefined when a list has to come first. */
  #version: string | undefined;
  #lastContact: number | undefined;
  #fault: unknown;

  constructor(options: ReflectorOptions<K>) {
    this.#options = options;
    this.#backoff = new Backoff({ ...backoffOptions, ...(options.random && { random: options.random }) });
  }

  /** Milliseconds since the store was last heard: a list, an event or a bookmark. Infinity before the first list. */
  get contactAgeMs(): number {
    if (this.#lastContact === undefined) return Number.POSITIVE_INFINITY;
    return this.#options.clock.monotonic() - this.#lastContact;
  }

  /** What the last list or watch failed with; undefined once the store was heard again. */
  get fault(): unknown {
    return this.#fault;
  }

  /** Begins; returns at once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Nothing is told to the target after this call. Settles once the last request has ended. */
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

  /** A list, when one is due, and a watch to its end. */
  async #listAndWatch(signal: AbortSignal): Promise<Attempt> {
    const attempt: Attempt = { end: 'closed', progress: false };
    try {
      this.#version ??= await this.#list(signal);
      attempt.watchBegan = this.#options.clock.monotonic();
      await this.#watch(this.#version, signal, attempt);
      if (!attempt.progress) attempt.end = 'silent';
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
      attempt.progress = true;
      if (event.type === 'changed') target.set(event.object);
      if (event.type === 'deleted') target.delete(event.key);
      // After the target has it: an event that the target refused is told again.
      this.#version = event.resourceVersion;
    }
  }

  #noteContact(): void {
    this.#lastContact = this.#options.clock.monotonic();
    this.#fault = undefined;
  }

  /** Decides where to begin again, and waits until then. */
  async #recover(attempt: Attempt): Promise<void> {
    this.#report(attempt);
    const resumed = canResume(attempt);
    if (!resumed) this.#version = undefined;
    const { watchBegan, end, error } = attempt;
    const livedLong = watchBegan !== undefined && this.#options.clock.monotonic() - watchBegan >= healthyMs;
    // A resumed watch is cheap, so that progress is health enough; a list may be dear, so that only time is.
    if (livedLong || resumed) this.#backoff.reset();
    if (livedLong && end !== 'failed') return;
    const wanted = error instanceof Throttled ? error.retryAfterMs : 0;
    await pause(this.#options.clock, Math.max(this.#backoff.next(), wanted), this.#stopping.signal);
  }

  #report({ watchBegan, end, error }: Attempt): void {
    const { kind, log, metrics } = this.#options;
    if (watchBegan !== undefined) metrics.watchEnded(end);
    const what = watchBegan === undefined ? 'cannot list' : `the watch ended: ${end}`;
    log[end === 'failed' ? 'warn' : 'debug']({ err: error, kind }, what);
  }
}

/** The next watch can begin where this one stopped. */
const canResume = ({ progress, end, error }: Attempt): boolean =>
  progress && (end === 'closed' || error instanceof StoreUnavailable || error instanceof Throttled);
