import { Backoff, Deadline, type KV, type Logger } from '@tintype/runtime';
import type { Account } from './account.js';
import { AccountView, type AccountViewOptions } from './view.js';

/** What this needs of the bucket and of the connection. */
export type WatchedKv = Pick<KV, 'watch' | 'status'>;
export interface WatchedConnection {
  status: () => AsyncIterable<{ type: string }>;
}

export interface AccountDirectoryOptions extends AccountViewOptions {
  kv: WatchedKv;
  connection: WatchedConnection;
  log: Pick<Logger, 'error' | 'warn'>;
}

type Watch = Awaited<ReturnType<WatchedKv['watch']>>;

interface Waiter {
  revision: number;
  resolve: () => void;
}

/**
 * Every account in memory, on every replica, kept up to date by a watch.
 *
 * Each watch fills a view of its own, which replaces the one before once it has caught up: what was deleted in a gap
 * is gone then, and requests meet no half-filled view. A watch is begun again after every reconnect, because the
 * client's ordered consumer would need up to a minute to miss the heartbeats of a consumer that the server forgot,
 * and a disabled account would be served as long.
 */
export class AccountDirectory {
  readonly #options: AccountDirectoryOptions;
  readonly #stopping = new AbortController();
  readonly #waiters = new Set<Waiter>();
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 5000 });
  #view: AccountView;
  #synced = false;
  #watch: Watch | undefined;
  #reconnects = 0;
  #started = false;

  constructor(options: AccountDirectoryOptions) {
    this.#options = options;
    this.#view = new AccountView(options);
  }

  /** Begins to watch; returns at once. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#follow();
    void this.#followConnection();
  }

  /** Ends the watch. The connection is to be closed by whoever opened it; that ends the rest. */
  stop(): void {
    this.#stopping.abort();
    this.#watch?.stop();
  }

  /** True once a watch has caught up; from then on the accounts are served, if need be from before a gap. */
  get synced(): boolean {
    return this.#synced;
  }

  byApiKey(apiKey: string): Account | undefined {
    return this.#view.byApiKey(apiKey);
  }

  byId(id: string): Account | undefined {
    return this.#view.byId(id);
  }

  /** Waits until the view has a revision; false when it has not after so many milliseconds. */
  async seen(revision: number, withinMs: number): Promise<boolean> {
    if (this.#has(revision)) return true;
    const deadline = Deadline.in(withinMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { revision, resolve };
    this.#waiters.add(waiter);
    try {
      await deadline.race(promise);
      return true;
    } catch {
      return false;
    } finally {
      this.#waiters.delete(waiter);
      deadline.clear();
    }
  }

  #has(revision: number): boolean {
    return this.#synced && this.#view.revision >= revision;
  }

  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#followOnce();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the watch on accounts ended');
      }
      if (!this.#stopping.signal.aborted) await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const pause = Deadline.in(this.#backoff.next());
    const over = Promise.withResolvers<void>();
    const end = () => over.resolve();
    this.#stopping.signal.addEventListener('abort', end, { once: true });
    await pause.race(over.promise).catch(() => undefined);
    this.#stopping.signal.removeEventListener('abort', end);
  }

  async #followOnce(): Promise<void> {
    const begun = this.#reconnects;
    const watch = await this.#options.kv.watch();
    this.#watch = watch;
    // A consumer made just before the connection was lost may be gone.
    if (begun !== this.#reconnects || this.#stopping.signal.aborted) return watch.stop();
    try {
      await this.#fill(watch);
    } finally {
      this.#watch = undefined;
      watch.stop();
    }
  }

  async #fill(watch: Watch): Promise<void> {
    const view = new AccountView(this.#options);
    // An empty bucket delivers nothing that could say "this was the last".
    if ((await this.#options.kv.status()).values === 0) this.#adopt(view);
    for await (const entry of watch) {
      view.apply(entry);
      if (entry.delta === 0 || this.#view === view) this.#adopt(view);
    }
  }

  #adopt(view: AccountView): void {
    this.#view = view;
    this.#synced = true;
    this.#backoff.reset();
    for (const waiter of this.#waiters) if (this.#has(waiter.revision)) waiter.resolve();
  }

  async #followConnection(): Promise<void> {
    for await (const { type } of this.#options.connection.status()) {
      if (type !== 'reconnect') continue;
      this.#reconnects += 1;
      this.#watch?.stop();
    }
  }
}
