import { randomUUID } from 'node:crypto';
import type { Rendered } from '@tintype/contracts';
import { blobName } from '../../blobs/blob-store.js';
import { reachable } from '../../reachable.js';
import type { CachedBlobs } from './cached-blobs.js';
import type { ResultIndex } from './result-index.js';
import { type IndexEntry, isLive, type ResultRecord } from './result-record.js';

export interface StoredResult {
  record: ResultRecord;
  /** Of the record, for the next write to it. */
  revision: number;
  body: Uint8Array;
}

export interface StoreRequest {
  key: string;
  rendered: Rendered;
  body: Uint8Array;
  cacheSeconds: number;
  /** A fresh result replaces an older job's record; any other leaves a live one. */
  replace: boolean;
}

/** Results: bytes, and a record for each key, which is written after them and by compare-and-set. */
export class ResultStore {
  readonly #index: Pick<ResultIndex, 'look' | 'read' | 'write'>;
  readonly #blobs: Pick<CachedBlobs, 'put' | 'get' | 'delete'>;

  constructor(index: Pick<ResultIndex, 'look' | 'read' | 'write'>, blobs: Pick<CachedBlobs, 'put' | 'get' | 'delete'>) {
    this.#index = index;
    this.#blobs = blobs;
  }

  /** The live record of a key, without its bytes. */
  look(key: string): Promise<IndexEntry | undefined> {
    return this.#index.look(key);
  }

  /** The result whose record was found; undefined when its bytes are gone. */
  async load(key: string, entry: IndexEntry): Promise<StoredResult | undefined> {
    const found = await this.#withBody(entry);
    if (found) return found;
    // Its bytes may have gone because another took its place since.
    const last = await this.#index.read(key);
    return last && last.revision !== entry.revision && isLive(last.record) ? this.#withBody(last) : undefined;
  }

  /**
   * Stores bytes, then the record. Answers what stands in the end: ours, or what another stored of the same job, or
   * (unless `replace`) what was there.
   */
  async store(request: StoreRequest): Promise<StoredResult> {
    const { key, body } = request;
    const ours = newRecord(request);
    // At the same time: there is seldom a record that stays.
    const [before] = await Promise.all([this.#index.read(key), reachable(this.#blobs.put(ours.object, body))]);
    for (let entry = before; ; entry = await this.#index.read(key)) {
      const kept = entry && staysFor(entry, request) ? entry : undefined;
      const standing = kept && (await this.#standing(kept, ours, body));
      if (standing) return standing;
      // Live, and its bytes are gone: what was paid for is not paid for again.
      const record = kept ? { ...ours, chargeId: kept.record.chargeId, charged: kept.record.charged } : ours;
      const revision = await this.#write(key, record, entry);
      if (revision !== undefined) return { record, revision, body };
    }
  }

  /**
   * Notes that the charge stands in the ledger. Nothing is lost when it fails, or another write came first: the next
   * one who delivers the result writes the charge again, which is refused, and comes here.
   */
  async markCharged(key: string, { record, revision }: IndexEntry): Promise<void> {
    await this.#index.write(key, { ...record, charged: true }, revision);
  }

  /** What stays instead of ours, whose bytes are then nobody's; it may be ours, from a write that got no answer. */
  async #standing(kept: IndexEntry, ours: ResultRecord, body: Uint8Array): Promise<StoredResult | undefined> {
    if (kept.record.object === ours.object) return { ...kept, body };
    const standing = await this.#withBody(kept);
    if (standing) await this.#blobs.delete(ours.object, body.length);
    return standing;
  }

  async #withBody({ record, revision }: IndexEntry): Promise<StoredResult | undefined> {
    const body = await reachable(this.#blobs.get(record.object, record.length));
    return body && { record, revision, body };
  }

  async #write(key: string, record: ResultRecord, old: IndexEntry | undefined): Promise<number | undefined> {
    const revision = await this.#index.write(key, record, old?.revision ?? 0);
    // Only now: a record must never name bytes that are gone.
    if (revision !== undefined && old) await this.#blobs.delete(old.record.object, old.record.length);
    return revision;
  }
}

/** Whether a record that is there is to stay. */
const staysFor = ({ record }: IndexEntry, { replace, rendered }: StoreRequest): boolean =>
  isLive(record) && (!replace || record.job === rendered.job);

/** The job is what is charged: whoever stores a result of it, and however often, its charge has the same id. */
const newRecord = ({ key, rendered, cacheSeconds }: StoreRequest): ResultRecord => {
  const { ok: _, timings: _timings, ...facts } = rendered;
  const createdAt = Date.now();
  const expiresAt = createdAt + cacheSeconds * 1000;
  const object = blobName(`${key}.${randomUUID()}`, cacheSeconds);
  return { ...facts, object, createdAt, expiresAt, chargeId: rendered.job, charged: false };
};
