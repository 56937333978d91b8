import { randomUUID } from 'node:crypto';
import type { Rendered } from '@tintype/contracts';
import { isConflict, type KV, type ObjectStore } from '@tintype/runtime';
import { z } from 'zod';

/** What is known of a stored result. */
const recordSchema = z.object({
  /** Name of the bytes: `<key>/<a name never used twice>`. */
  object: z.string(),
  job: z.string(),
  contentType: z.string(),
  length: z.number(),
  sha256: z.string(),
  targetStatus: z.number(),
  warnings: z.array(z.string()),
  /** Milliseconds of the Unix epoch. */
  createdAt: z.number(),
  expiresAt: z.number(),
});

export type ResultRecord = z.infer<typeof recordSchema>;

interface Found {
  record: ResultRecord;
  revision: number;
  /** Not expired. */
  live: boolean;
}

export interface StoreRequest {
  key: string;
  rendered: Rendered;
  body: Uint8Array;
  cacheSeconds: number;
  /** A fresh result replaces an older job's record; any other leaves a live one. */
  replace: boolean;
}

/** Results: bytes in an object bucket, and a record for each key, which is written after them and by compare-and-set. */
export class ResultStore {
  readonly #index: KV;
  readonly #objects: ObjectStore;

  constructor(index: KV, objects: ObjectStore) {
    this.#index = index;
    this.#objects = objects;
  }

  /** The live record of a key. */
  async find(key: string): Promise<ResultRecord | undefined> {
    const found = await this.#read(key);
    return found?.live ? found.record : undefined;
  }

  /** The bytes of a record; undefined when they are gone. */
  async read(record: ResultRecord): Promise<Uint8Array | undefined> {
    return (await this.#objects.getBlob(record.object)) ?? undefined;
  }

  /**
   * Stores bytes, then the record. Answers the record that stands in the end: ours, or that of whoever was faster with
   * the same job, or (unless `replace`) with any.
   */
  async store(request: StoreRequest): Promise<ResultRecord> {
    const { key, rendered, body, cacheSeconds, replace } = request;
    const object = `${key}/${randomUUID()}`;
    await this.#objects.putBlob({ name: object }, body);
    const createdAt = Date.now();
    const { ok: _, timings: _timings, ...facts } = rendered;
    const record = { ...facts, object, createdAt, expiresAt: createdAt + cacheSeconds * 1000 };
    for (;;) {
      const found = await this.#read(key);
      if (found?.live && (!replace || found.record.job === record.job)) {
        await this.#objects.delete(object);
        return found.record;
      }
      if (await this.#write(key, record, found)) return record;
    }
  }

  async #read(key: string): Promise<Found | undefined> {
    const entry = await this.#index.get(key);
    if (entry?.operation !== 'PUT') return undefined;
    const record = recordSchema.parse(entry.json());
    return { record, revision: entry.revision, live: record.expiresAt > Date.now() };
  }

  async #write(key: string, record: ResultRecord, found: Found | undefined): Promise<boolean> {
    const data = JSON.stringify(record);
    try {
      if (!found) await this.#index.create(key, data);
      else await this.#index.update(key, data, found.revision);
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
    if (found) await this.#objects.delete(found.record.object).catch(() => undefined);
    return true;
  }
}
