import { limits } from '@tintype/contracts';
import { type KV, Semaphore } from '@tintype/runtime';
import { type BlobStore, type ByteRange, expiryOf, graceSeconds, partOf } from './blob-store.js';

export interface KvBlobsOptions {
  kv: Pick<KV, 'create' | 'get' | 'purge'>;
  /** Seconds that bytes outlive the expiry in their name. */
  grace?: number;
}

/**
 * Stores one message per chunk, `<name>.<number>`, with a time to live. Reads each chunk from the stream's leader. The
 * object store of NATS would make a consumer for every read. At 32 such reads in flight, the server refuses further
 * ones.
 */
export class KvBlobs implements BlobStore {
  readonly #kv: KvBlobsOptions['kv'];
  readonly #grace: number;
  readonly #reads = new Semaphore(maxChunks);

  constructor({ kv, grace = graceSeconds }: KvBlobsOptions) {
    this.#kv = kv;
    this.#grace = grace;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const ttl = this.#timeToLive(name);
    const offsets = offsetsOf(bytes.length);
    await Promise.all(
      offsets.map((start, n) => this.#kv.create(`${name}.${n}`, bytes.subarray(start, start + chunkBytes), ttl)),
    );
  }

  /** Undefined if a chunk is missing. That may happen before it expires: a full bucket drops the oldest messages. */
  async get(name: string, length: number, range?: ByteRange): Promise<Uint8Array | undefined> {
    const { first, offset, expected } = chunksOf(length, range);
    const bytes = await this.#read(expected, (n) => `${name}.${first + n}`);
    return bytes && partOf(bytes, range && { start: range.start - offset, end: range.end - offset });
  }

  async delete(name: string, length: number): Promise<void> {
    await Promise.all(offsetsOf(length).map((_, n) => this.#kv.purge(`${name}.${n}`, { ttl: markerTtl })));
  }

  /** Undefined if a chunk is missing or has another length. */
  async #read(length: number, nameOf: (n: number) => string): Promise<Uint8Array | undefined> {
    if (length <= chunkBytes) return this.#chunk(nameOf(0), length);
    const bytes = Buffer.allocUnsafeSlow(length);
    const offsets = offsetsOf(length).entries();
    let isWhole = true;
    const readChunks = async () => {
      // All eight calls take the next chunk from one iterator.
      for (const [n, start] of offsets) {
        const read = () => this.#chunk(nameOf(n), Math.min(chunkBytes, length - start));
        const chunk = await this.#reads.run(read).catch((error: unknown) => {
          isWhole = false;
          throw error;
        });
        if (chunk) bytes.set(chunk, start);
        isWhole &&= chunk !== undefined;
        if (!isWhole) return;
      }
    };
    await Promise.all(Array.from({ length: maxChunksOfResult }, readChunks));
    return isWhole ? bytes : undefined;
  }

  async #chunk(name: string, length: number): Promise<Uint8Array | undefined> {
    const entry = await this.#kv.get(name);
    return entry?.operation === 'PUT' && entry.value.length === length ? entry.value : undefined;
  }

  #timeToLive(name: string): string {
    const expiry = expiryOf(name);
    if (expiry === undefined) throw new Error('The name was not made by blobName.');
    return `${Math.max(Math.ceil((expiry - Date.now()) / 1000), 0) + Math.max(this.#grace, 1)}s`;
  }
}

const chunkBytes = limits.inlineResultBytes;
/**
 * The most chunks in flight: eight of one result, and 16 of all results with several chunks. If 64 are in flight, a
 * busy server exceeds the client's limit of 5 s.
 */
const maxChunksOfResult = 8;
const maxChunks = 16;
/** Delete markers expire soon: nothing reads them, because a name is never used again. */
const markerTtl = '60s';

/** The chunks that contain these bytes: the first chunk's number and offset, and the bytes of all of them together. */
const chunksOf = (length: number, { start, end }: ByteRange = { start: 0, end: length - 1 }) => {
  const first = Math.floor(start / chunkBytes);
  const offset = first * chunkBytes;
  const endOffset = Math.min((Math.floor(end / chunkBytes) + 1) * chunkBytes, length);
  return { first, offset, expected: endOffset - offset };
};

const offsetsOf = (length: number) =>
  Array.from({ length: Math.max(Math.ceil(length / chunkBytes), 1) }, (_, n) => n * chunkBytes);
