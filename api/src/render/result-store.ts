import { randomUUID } from 'node:crypto';
import { type Rendered, resultFactsSchema } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';
import { blobName } from '../blobs/blob-name.js';
import { reachable } from '../reachable.js';
import type { Blobs } from './blobs.js';

/** What is known of a stored result. */
const recordSchema = resultFactsSchema.extend({
  /** Name of the bytes, never used twice. */
  object: z.string(),
  /** Milliseconds of the Unix epoch. */
  createdAt: z.number(),
  expiresAt: z.number(),
});

export type ResultRecord = z.infer<typeof recordSchema>;

export interface StoredResult {
  record: ResultRecord;
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

interface Entry {
  record: ResultRecord;
  revision: number;
}

const isLive = ({ expiresAt }: ResultRecord) => expiresAt > Date.now();

/** Results: bytes, and a record for each key, which is written after them and by compare-and-set. */
export class ResultStore {
  readonly #index: Pick<KV, 'get' | 'create' | 'update'>;
  readonly #blobs: Pick<Blobs, 'put' | 'get' | 'delete'>;

  constructor(index: Pick<KV, 'get' | 'create' | 'update'>, blobs: Pick<Blobs, 'put' | 'get' | 'delete'>) {
    this.#index = index;
    this.#blobs = blobs;
  }

  /** The live record of a key, without its bytes. */
  async look(key: string): Promise<ResultRecord | undefined> {
    const entry = await this.#entry(key);
    return entry && isLive(entry.record) ? entry.record : undefined;
  }

  /** The live result of a key; undefined also when its bytes are gone. */
  async find(key: string): Promise<StoredResult | undefined> {
    const record = await this.look(key);
    return record && this.#withBody(record);
  }

  /**
   * Stores bytes, then the record. Answers what stands in the end: ours, or what another stored of the same job, or
   * (unless `replace`) what was there.
   */
  async store(request: StoreRequest): Promise<StoredResult> {
    const { key, rendered, body, cacheSeconds } = request;
    const before = await this.#standing(await this.#entry(key), request);
    if (before) return before;
    const object = blobName(`${key}.${randomUUID()}`, cacheSeconds);
    await reachable(this.#blobs.put(object, body));
    const createdAt = Date.now();
    const { ok: _, timings: _timings, ...facts } = rendered;
    const record = { ...facts, object, createdAt, expiresAt: createdAt + cacheSeconds * 1000 };
    for (;;) {
      const entry = await this.#entry(key);
      const standing = await this.#standing(entry, request);
      if (standing) {
        await this.#blobs.delete(object, body.length);
        return standing;
      }
      if (await this.#write(key, record, entry)) return { record, body };
    }
  }

  /** What is stored already, when it is to stay. */
  async #standing(entry: Entry | undefined, { replace, rendered }: StoreRequest): Promise<StoredResult | undefined> {
    const stays = entry && isLive(entry.record) && (!replace || entry.record.job === rendered.job);
    return stays ? this.#withBody(entry.record) : undefined;
  }

  async #withBody(record: ResultRecord): Promise<StoredResult | undefined> {
    const body = await reachable(this.#blobs.get(record.object, record.length));
    return body && { record, body };
  }

  async #entry(key: string): Promise<Entry | undefined> {
    const entry = await reachable(this.#index.get(key));
    return entry?.operation === 'PUT'
      ? { record: recordSchema.parse(entry.json()), revision: entry.revision }
      : undefined;
  }

  async #write(key: string, record: ResultRecord, old: Entry | undefined): Promise<boolean> {
    const data = JSON.stringify(record);
    try {
      if (old) await this.#index.update(key, data, old.revision);
      else await this.#index.create(key, data);
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
    // Only now: a record must never name bytes that are gone.
    if (old) await this.#blobs.delete(old.record.object, old.record.length);
    return true;
  }
}
