import { buckets } from '@tintype/contracts';
import type { IndexedResult } from '@tintype/ledger';
import { isConflict, JetStreamApiError, type KV, type Nats } from '@tintype/runtime';
import { reachableAgain } from '../../reachable.js';
import type { HotRecords } from './hot-records.js';
import { type IndexEntry, isLive, type ResultRecord, resultRecordSchema } from './result-record.js';

export interface ResultIndexOptions {
  nats: Pick<Nats, 'jetstream' | 'connected'>;
  kv: Pick<KV, 'get'>;
  hot: HotRecords;
}

const timeoutMs = 5000;

/** Records of stored results by key, written by compare-and-set. */
export class ResultIndex {
  readonly #options: ResultIndexOptions;

  constructor(options: ResultIndexOptions) {
    this.#options = options;
  }

  /** The live record of a key, from memory if it is known to be the latest. */
  async find(key: string): Promise<IndexEntry | undefined> {
    const entry = this.#options.hot.get(key) ?? (await this.read(key));
    return entry && isLive(entry.record) ? entry : undefined;
  }

  /** The live record, if it is in memory. Undefined also if a newer one may exist. */
  inMemory(key: string): ResultRecord | undefined {
    const record = this.#options.hot.get(key)?.record;
    return record && isLive(record) ? record : undefined;
  }

  /** The stored record, expired or not. Throws `unavailable`. */
  async read(key: string): Promise<IndexEntry | undefined> {
    const { nats, kv, hot } = this.#options;
    const found = await reachableAgain(nats, () => kv.get(key));
    if (found?.operation !== 'PUT') return undefined;
    const entry = { record: resultRecordSchema.parse(found.json()), revision: found.revision };
    hot.offer(key, entry);
    return entry;
  }

  /**
   * Writes a record in place of the one at `revision` (0: none). Returns the new revision; undefined if another write
   * came first.
   */
  async write(key: string, record: ResultRecord, revision: number): Promise<number | undefined> {
    const { nats, hot } = this.#options;
    const seconds = Math.max(Math.ceil((record.expiresAt - Date.now()) / 1000), 1);
    const expect = { lastSubjectSequence: revision };
    const options = { expect, ttl: `${seconds}s`, timeout: timeoutMs };
    try {
      // The bucket's own calls take no time to live, so publish on its subject.
      const subject = `$KV.${buckets.index}.${key}`;
      const { seq } = await reachableAgain(nats, () =>
        nats.jetstream.publish(subject, JSON.stringify(record), options),
      );
      hot.drop(key, seq);
      return seq;
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
  }
}

const streamNotFound = 10_059;

/** The history of the bucket; undefined if the bucket is lost. The next start of the installation creates it. */
const entriesOf = async (nats: Pick<Nats, 'kv'>) => {
  try {
    return await (await nats.kv(buckets.index)).history({ key: '>' });
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined;
    throw error;
  }
};

/**
 * An unreadable record is skipped: only a damaged disk or a foreign program writes one, and it must not hide the
 * others.
 */
const recordIn = (entry: { json: () => unknown }): ResultRecord | undefined => {
  try {
    return resultRecordSchema.parse(entry.json());
  } catch {
    return undefined;
  }
};

/** The charges of the readable records in the index, to check the ledger. */
export const readIndexedResults = async (nats: Pick<Nats, 'kv'>): Promise<IndexedResult[]> => {
  const found: IndexedResult[] = [];
  for await (const entry of (await entriesOf(nats)) ?? []) {
    if (entry.operation !== 'PUT') continue;
    const record = recordIn(entry);
    if (record) found.push({ key: entry.key, chargeId: record.chargeId, charged: record.charged });
  }
  return found;
};
