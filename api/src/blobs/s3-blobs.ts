import { type BlobStore, expiryOf, graceSeconds } from './blob-store.js';
import type { S3Bucket } from './s3-bucket.js';

export interface S3BlobsOptions {
  bucket: Pick<S3Bucket, 'put' | 'get' | 'delete' | 'list'>;
  /** Seconds that bytes outlive the moment in their name. */
  grace?: number;
}

/** Objects are `results/<name>`; accounts' own files lie beside that folder, never in it. */
export const folder = 'results/';

/** A page of a listing; servers give no more. */
const pageSize = 1000;
/** Of one run; what is left is for the next. */
const mostPages = 100;
const deletesAtOnce = 8;

/** Bytes as the objects of an S3-compatible store. It has no time to live: `removeExpired` has to be called. */
export class S3Blobs implements BlobStore {
  readonly #bucket: S3BlobsOptions['bucket'];
  readonly #grace: number;

  constructor({ bucket, grace = graceSeconds }: S3BlobsOptions) {
    this.#bucket = bucket;
    this.#grace = grace;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    if (expiryOf(name) === undefined) throw new Error('Bytes are stored under a name of blobName.');
    await this.#bucket.put(folder + name, bytes);
  }

  get(name: string, length: number): Promise<Uint8Array | undefined> {
    return this.#bucket.get(folder + name, length);
  }

  delete(name: string): Promise<void> {
    return this.#bucket.delete(folder + name);
  }

  /**
   * Deletes what has expired, which the listing has first, and answers how many objects that were. Several processes may
   * do it at once: deleting what is gone succeeds.
   */
  async removeExpired(signal: AbortSignal): Promise<number> {
    let removed = 0;
    let after: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      signal.throwIfAborted();
      const keys = await this.#bucket.list(folder, pageSize, after);
      const expired = keys.filter((key) => this.#hasExpired(key));
      await this.#remove(expired, signal);
      removed += expired.length;
      after = keys.at(-1);
      if (keys.length < pageSize || expired.length === 0) break;
    }
    return removed;
  }

  /** False also for what we did not put there. */
  #hasExpired(key: string): boolean {
    const expiry = expiryOf(key.slice(folder.length));
    return expiry !== undefined && expiry + this.#grace * 1000 < Date.now();
  }

  async #remove(keys: readonly string[], signal: AbortSignal): Promise<void> {
    for (let start = 0; start < keys.length; start += deletesAtOnce) {
      signal.throwIfAborted();
      await Promise.all(keys.slice(start, start + deletesAtOnce).map((key) => this.#bucket.delete(key)));
    }
  }
}
