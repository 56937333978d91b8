import { type Logger, RepeatedWatch, type Watch, type WatchedConnection, type WatchedKv } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { IndexEntry } from './result-record.js';

export interface HotRecordsOptions {
  kv: WatchedKv;
  connection: WatchedConnection;
  log: Logger;
}

const maxRecords = 10_000;
/** The client may notice a lost watch only after a minute. Until then, this limits the age of records. */
const maxAgeMs = 30_000;

/**
 * Recently read records, so that a hit needs no request to NATS. A watch on the bucket drops each record that is
 * written anew; without a watch, nothing is kept.
 */
export class HotRecords {
  readonly #records = new LRUCache<string, IndexEntry>({ max: maxRecords, ttl: maxAgeMs });
  /**
   * The last revision that the watch saw of each key. A read that began earlier must not bring back an older record.
   */
  readonly #revisions = new LRUCache<string, number>({ max: maxRecords });
  readonly #watch: RepeatedWatch;
  #isWatching = false;

  constructor(options: HotRecordsOptions) {
    this.#watch = new RepeatedWatch({
      ...options,
      name: 'results',
      updatesOnly: true,
      read: (watch, caughtUp) => this.#follow(watch, caughtUp),
      onGap: () => {
        this.#isWatching = false;
        this.#records.clear();
      },
    });
  }

  start(): void {
    this.#watch.start();
  }

  stop(): void {
    this.#watch.stop();
  }

  get(key: string): IndexEntry | undefined {
    return this.#records.get(key);
  }

  /** Keeps a charged record, unless a newer revision is known. */
  offer(key: string, entry: IndexEntry): void {
    if (!this.#isWatching || !entry.record.charged) return;
    if ((this.#revisions.get(key) ?? 0) <= entry.revision) this.#records.set(key, entry);
  }

  /** Drops a record that is older than this revision, and refuses such a record later. */
  drop(key: string, revision: number): void {
    this.#revisions.set(key, Math.max(revision, this.#revisions.get(key) ?? 0));
    if ((this.#records.get(key)?.revision ?? 0) < revision) this.#records.delete(key);
  }

  async #follow(watch: Watch, caughtUp: () => void): Promise<void> {
    this.#isWatching = true;
    caughtUp();
    for await (const { key, revision } of watch) this.drop(key, revision);
  }
}
