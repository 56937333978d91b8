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

/** `status` tells whether the bucket is empty. */
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
  #isSynced = false;

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
  get isSynced(): boolean {
    return this.#isSynced;
  }

  byApiKey(apiKey: string): Account | undefined {
    return this.#view.byApiKey(apiKey);
  }

  byId(id: string): Account | undefined {
    return this.#view.byId(id);
  }

  /** True as soon as this replica's view includes the revision; false if that takes longer than `withinMs`. */
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
    return this.#isSynced && this.#view.revision >= revision;
  }

  async #fill(watch: Watch, caughtUp: () => void): Promise<void> {
    const show = (view: AccountView) => {
      this.#show(view);
      caughtUp();
    };
    const view = new AccountView(this.#options);
    // An empty bucket delivers no entry, so none with `delta` 0, which ends the catch-up.
    if ((await this.#options.kv.status()).values === 0) show(view);
    for await (const entry of watch) {
      view.apply(entry);
      if (entry.delta === 0 || this.#view === view) show(view);
    }
  }

  #show(view: AccountView): void {
    this.#view = view;
    this.#isSynced = true;
    for (const waiter of this.#waiters) if (this.#has(waiter.revision)) waiter.resolve();
  }
}
