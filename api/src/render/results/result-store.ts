import { randomUUID } from 'node:crypto';
import type { Rendered } from '@tintype/contracts';
import { reachable } from '../../reachable.js';
import { type ByteRange, blobName } from '../../result-bytes/blob-store.js';
import type { CachedBlobs, Reader } from './cached-blobs.js';
import type { ResultIndex } from './result-index.js';
import { type IndexEntry, isLive, type ResultRecord } from './result-record.js';

export interface StoredResult {
  record: ResultRecord;
  revision: number;
  body: Uint8Array;
  /** The part of the result that `body` has; undefined: all of it. */
  part?: ByteRange | undefined;
}

/** Chooses the part of a record's bytes; undefined: all. */
export type ChoosePart = (record: ResultRecord) => ByteRange | undefined;

export interface LoadOptions {
  /** By default all bytes. */
  choosePart?: ChoosePart | undefined;
  /** The request whose answer holds the bytes. Without it, a large result does not wait for memory. */
  reader?: Reader | undefined;
}

export interface StoreRequest {
  key: string;
  rendered: Rendered;
  body: Uint8Array;
  cacheSeconds: number;
  /** True for a fresh result, which replaces the live record of another job. Otherwise a live record stays. */
  replace: boolean;
  /** The id of the charge, in place of the job's id. */
  chargeId?: string | undefined;
}

/** Five attempts suffice: only `markCharged` and another replica's upload write at the same time. */
const uploadAttempts = 5;

/** Stores bytes, then a record of the key by compare-and-set. */
export class ResultStore {
  readonly #index: Pick<ResultIndex, 'find' | 'inMemory' | 'read' | 'write'>;
  readonly #blobs: Pick<CachedBlobs, 'put' | 'get' | 'inMemory' | 'hold' | 'delete'>;

  constructor(
    index: Pick<ResultIndex, 'find' | 'inMemory' | 'read' | 'write'>,
    blobs: Pick<CachedBlobs, 'put' | 'get' | 'inMemory' | 'hold' | 'delete'>,
  ) {
    this.#index = index;
    this.#blobs = blobs;
  }

  find(key: string): Promise<IndexEntry | undefined> {
    return this.#index.find(key);
  }

  /**
   * The result of a record, or of a newer record that replaced it; undefined if the bytes are gone. Throws what
   * `ReadBudget.take` throws for a reader.
   */
  async load(key: string, entry: IndexEntry, options: LoadOptions = {}): Promise<StoredResult | undefined> {
    const found = await this.#withBody(entry, options);
    if (found) return found;
    // Another record may have replaced this one.
    const last = await this.#index.read(key);
    const isNewer = last && last.revision !== entry.revision && isLive(last.record);
    return isNewer ? this.#withBody(last, options) : undefined;
  }

  /** The bytes of a record, if memory has both and no newer record is known. */
  inMemory(key: string, record: ResultRecord): Uint8Array | undefined {
    return this.#index.inMemory(key) === record ? this.#blobs.inMemory(record.object) : undefined;
  }

  /** Counts the bytes of a new result as those of a reader. */
  hold({ object }: ResultRecord, body: Uint8Array, reader: Reader): void {
    this.#blobs.hold(object, body, reader);
  }

  /**
   * Stores bytes, then the record. Returns the result that is then valid: ours, another one of the same job, or (unless
   * `replace`) the earlier one.
   */
  async store(request: StoreRequest): Promise<StoredResult> {
    const { key, body } = request;
    const ours = newRecord(request);
    // In parallel: an earlier record, for which our bytes are not needed, is rare.
    const [before] = await Promise.all([this.#index.read(key), reachable(this.#blobs.put(ours.object, body))]);
    for (let entry = before; ; entry = await this.#index.read(key)) {
      const kept = entry && staysFor(entry, request) ? entry : undefined;
      const stored = kept && (await this.#keep(kept, ours, body));
      if (stored) return stored;
      // If a live record has lost its bytes, its charge covers the new bytes.
      const record = kept ? { ...ours, chargeId: kept.record.chargeId, charged: kept.record.charged } : ours;
      const revision = await this.#write(key, record, entry);
      if (revision !== undefined) return { record, revision, body };
    }
  }

  /**
   * Records that the ledger has the charge. A failure or lost race does no harm: the next delivery writes the charge
   * again, and the ledger refuses it.
   */
  async markCharged(key: string, { record, revision }: IndexEntry): Promise<void> {
    await this.#index.write(key, { ...record, charged: true }, revision);
  }

  /**
   * Records the copy of a charged result. Does nothing if another result has replaced it. A lost race does no harm: the
   * next request uploads the same bytes to the same place.
   */
  async recordUpload(key: string, { object }: ResultRecord, upload: ResultRecord['upload']): Promise<void> {
    for (let attempt = 0; attempt < uploadAttempts; attempt += 1) {
      const entry = await this.#index.read(key);
      if (entry?.record.object !== object) return;
      // Mark the charge, too: otherwise a later `markCharged` would lose its race.
      const record = { ...entry.record, charged: true, upload };
      if ((await this.#index.write(key, record, entry.revision)) !== undefined) return;
    }
  }

  /** Ends a result before its time: no request gets it again. False if there is none. */
  async remove(key: string): Promise<boolean> {
    for (;;) {
      const entry = await this.#index.read(key);
      if (!entry || !isLive(entry.record)) return false;
      // Write an expired record instead of a delete marker: each write names the revision that it replaces.
      if ((await this.#write(key, { ...entry.record, expiresAt: 0 }, entry)) !== undefined) return true;
    }
  }

  /**
   * The result of the record that stays. Deletes our bytes, unless the record is ours: an earlier write may have taken
   * effect without an answer. Undefined if the bytes of the record are gone.
   */
  async #keep(kept: IndexEntry, ours: ResultRecord, body: Uint8Array): Promise<StoredResult | undefined> {
    if (kept.record.object === ours.object) return { ...kept, body };
    const stored = await this.#withBody(kept);
    if (stored) await this.#blobs.delete(ours.object, body.length);
    return stored;
  }

  async #withBody(
    { record, revision }: IndexEntry,
    { choosePart, reader }: LoadOptions = {},
  ): Promise<StoredResult | undefined> {
    const part = choosePart?.(record);
    const reading = reachable(this.#blobs.get(record.object, record.length, part, reader));
    const body = await reading.catch((error: unknown) => {
      reader?.until.throwIfAborted();
      throw error;
    });
    return body && { record, revision, body, part };
  }

  async #write(key: string, record: ResultRecord, old: IndexEntry | undefined): Promise<number | undefined> {
    const revision = await this.#index.write(key, record, old?.revision ?? 0);
    // Delete the old bytes last: a record must never name deleted bytes.
    if (revision !== undefined && old) await this.#blobs.delete(old.record.object, old.record.length);
    return revision;
  }
}

/** Whether an existing record stays, so that the request's own result is dropped. */
const staysFor = ({ record }: IndexEntry, { replace, rendered }: StoreRequest): boolean =>
  isLive(record) && (!replace || record.job === rendered.job);

/** A new record. The job, or the item of a batch, is charged, so all its results have one charge id. */
const newRecord = ({ key, rendered, cacheSeconds, chargeId }: StoreRequest): ResultRecord => {
  const { ok: _, timings: _timings, cacheSeconds: ownSeconds = cacheSeconds, ...facts } = rendered;
  const createdAt = Date.now();
  const seconds = Math.min(cacheSeconds, ownSeconds);
  const expiresAt = createdAt + seconds * 1000;
  const object = blobName(`${key}.${randomUUID()}`, seconds);
  return { ...facts, object, createdAt, expiresAt, chargeId: chargeId ?? rendered.job, charged: false };
};
