import type { KV } from '../nats.js';
import type { Logger } from '../program/log.js';
import { Backoff } from '../time/backoff.js';
import { systemClock } from '../time/clock.js';
import { pause } from '../time/wait.js';

export type WatchedKv = Pick<KV, 'watch'>;

export interface WatchedConnection {
  status: () => AsyncIterable<{ type: string }>;
}

export type Watch = Awaited<ReturnType<WatchedKv['watch']>>;

export interface RepeatedWatchOptions {
  /** Names the watched bucket in the log. */
  name: string;
  kv: WatchedKv;
  connection: WatchedConnection;
  log: Pick<Logger, 'warn'>;
  updatesOnly?: boolean;
  /** Reads one watch to its end; calls `caughtUp` once it has the current values. */
  read: (watch: Watch, caughtUp: () => void) => Promise<void>;
  /** Called when changes may be missed: each time a watch ends, and when the connection is lost. */
  onGap?: () => void;
}

/**
 * Watches a bucket. Opens the watch again when it ends, and after each reconnect. The NATS client alone would need up
 * to a minute to notice that the server dropped the watch.
 */
export class RepeatedWatch {
  readonly #options: RepeatedWatchOptions;
  readonly #stopping = new AbortController();
  readonly #backoff = new Backoff({ firstMs: 50, maxMs: 5000 });
  #watch: Watch | undefined;
  #reconnects = 0;
  #isStarted = false;

  constructor(options: RepeatedWatchOptions) {
    this.#options = options;
  }

  /** Starts to watch, and returns at once. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#follow();
    void this.#followConnection();
  }

  /** Stops the watch, and opens no other. The loop over the connection's status ends only with the connection. */
  stop(): void {
    this.#stopping.abort();
    this.#watch?.stop();
  }

  async #follow(): Promise<void> {
    const { name, log, onGap } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#followOnce();
      } catch (error) {
        log.warn({ err: error }, `the watch on ${name} ended: opening it again`);
      }
      onGap?.();
      if (!this.#stopping.signal.aborted) await pause(systemClock, this.#backoff.next(), this.#stopping.signal);
    }
  }

  async #followOnce(): Promise<void> {
    const reconnectsBefore = this.#reconnects;
    const { kv, updatesOnly, read } = this.#options;
    const watch = await (updatesOnly ? kv.watch({ include: 'updates' }) : kv.watch());
    this.#watch = watch;
    // If the client reconnected while the watch opened, the server may have dropped this watch.
    if (reconnectsBefore !== this.#reconnects || this.#stopping.signal.aborted) return watch.stop();
    try {
      await read(watch, () => this.#backoff.reset());
    } finally {
      this.#watch = undefined;
      watch.stop();
    }
  }

  async #followConnection(): Promise<void> {
    for await (const { type } of this.#options.connection.status()) {
      if (type === 'disconnect') this.#options.onGap?.();
      if (type !== 'reconnect') continue;
      this.#reconnects += 1;
      this.#watch?.stop();
    }
  }
}
