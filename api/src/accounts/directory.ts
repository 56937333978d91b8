import {
  Deadline,
  type KV,
  type Logger,
  RepeatedWatch,
  type Watch,
  type WatchedConnection,
  type WatchedKv,
} from '@tintype/runtime';
import type { Account } from './account.js';
import { AccountView, type AccountViewOptions } from './view.js';

/** `status` shows an empty bucket. */
export type DirectoryKv = WatchedKv & Pick<KV, 'status'>;

export interface AccountDirectoryOptions extends AccountViewOptions {
  kv: DirectoryKv;
  connection: WatchedConnection;
  log: Pick<Logger, 'error' | 'warn'>;
}

interface Waiter {
  revision: number;
  resolve: () => void;
}

/**
 * Every account in memory, on every replica.
 *
 * Each watch fills its own view, which replaces the earlier one when complete. No deletion during a gap is missed, and
 * requests never see a half-filled view.
 */
export class AccountDirectory {
  readonly #options: AccountDirectoryOptions;
  readonly #watch: RepeatedWatch;
  readonly #waiters = new Set<Waiter>();
  #view: AccountView;
  #synced = false;

  constructor(options: AccountDirectoryOptions) {
    this.#options = options;
    this.#view = new AccountView(options);
    const read = (watch: Watch, caughtUp: () => void) => this.#fill(watch, caughtUp);
    this.#watch = new RepeatedWatch({ ...options, name: 'accounts', read });
  }

  start(): void {
    this.#watch.start();
  }

  stop(): void {
    this.#watch.stop();
  }

  /** True after a watch has caught up. During a gap, the earlier view stays. */
  get synced(): boolean {
    return this.#synced;
  }

  byApiKey(apiKey: string): Account | undefined {
    return this.#view.byApiKey(apiKey);
  }

  byId(id: string): Account | undefined {
    return this.#view.byId(id);
  }

  /** False after this many milliseconds. */
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

  async #fill(watch: Watch, caughtUp: () => void): Promise<void> {
    const adopt = (view: AccountView) => {
      this.#adopt(view);
      caughtUp();
    };
    const view = new AccountView(this.#options);
    // An empty bucket delivers no entry that could end the catch-up.
    if ((await this.#options.kv.status()).values === 0) adopt(view);
    for await (const entry of watch) {
      view.apply(entry);
      if (entry.delta === 0 || this.#view === view) adopt(view);
    }
  }

  #adopt(view: AccountView): void {
    this.#view = view;
    this.#synced = true;
    for (const waiter of this.#waiters) if (this.#has(waiter.revision)) waiter.resolve();
  }
}
