import type { S3Bucket } from '../s3/s3-bucket.js';
import { type BlobStore, type ByteRange, expiryOf, graceSeconds } from './blob-store.js';

export interface S3BlobsOptions {
  bucket: Pick<S3Bucket, 'put' | 'get' | 'delete' | 'list'>;
  /** Seconds that bytes outlive the expiry in their name. */
  grace?: number;
}

/** Files of accounts are outside this folder. */
export const folder = 'results/';

/** Keys per listing; servers give no more. */
const pageSize = 1000;
/** Pages per run; the next run continues. */
const maxPages = 100;
const deletesAtOnce = 8;

/** S3 expires nothing here: run `removeExpired` regularly. */
export class S3Blobs implements BlobStore {
  readonly #bucket: S3BlobsOptions['bucket'];
  readonly #grace: number;

  constructor({ bucket, grace = graceSeconds }: S3BlobsOptions) {
    this.#bucket = bucket;
    this.#grace = grace;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    if (expiryOf(name) === undefined) throw new Error('The name was not made by blobName.');
    await this.#bucket.put(folder + name, bytes);
  }

  get(name: string, length: number, range?: ByteRange): Promise<Uint8Array | undefined> {
    return this.#bucket.get(folder + name, length, { range });
  }

  delete(name: string): Promise<void> {
    return this.#bucket.delete(folder + name);
  }

  /** The listing has expired objects first. Returns how many it removed. Several processes may run it at once. */
  async removeExpired(signal: AbortSignal): Promise<number> {
    let removed = 0;
    let after: string | undefined;
    for (let page = 0; page < maxPages; page++) {
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

  /** False for objects that we did not write. */
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
