import { limits } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';

/**
 * Bytes in a key-value bucket, a message for each chunk, `<name>.<number of the chunk>`. Written once under a name never
 * used again, and read by direct gets: an object store makes a consumer for every read, and at 32 reads in flight the
 * server refuses more.
 */
export class Blobs {
  readonly #kv: Pick<KV, 'put' | 'get' | 'purge'>;
  /** What was read lately, by name: bytes never change. */
  readonly #hot = new LRUCache<string, Uint8Array>({
    maxSize: hotBytes,
    maxEntrySize: hottestBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });

  constructor(kv: Pick<KV, 'put' | 'get' | 'purge'>) {
    this.#kv = kv;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const offsets = offsetsOf(bytes.length);
    await Promise.all(
      offsets.map((start, n) => this.#kv.put(`${name}.${n}`, bytes.subarray(start, start + chunkBytes))),
    );
  }

  /** The bytes, or undefined when some are gone: the bucket drops the oldest when it is full. */
  async get(name: string, length: number): Promise<Uint8Array | undefined> {
    const hot = this.#hot.get(name);
    if (hot) return hot;
    const bytes = await this.#read(name, length);
    if (bytes) this.#hot.set(name, bytes);
    return bytes;
  }

  async #read(name: string, length: number): Promise<Uint8Array | undefined> {
    const entries = await Promise.all(offsetsOf(length).map((_, n) => this.#kv.get(`${name}.${n}`)));
    const chunks = entries.map((entry) => (entry?.operation === 'PUT' ? entry.value : new Uint8Array()));
    const [only] = chunks;
    const bytes = chunks.length === 1 && only ? only : Buffer.concat(chunks);
    return bytes.length === length ? bytes : undefined;
  }

  async delete(name: string, length: number): Promise<void> {
    this.#hot.delete(name);
    await Promise.all(offsetsOf(length).map((_, n) => this.#kv.purge(`${name}.${n}`)));
  }
}

const chunkBytes = limits.inlineResultBytes;
/** Memory for small results that are asked for again and again. */
const hotBytes = 64 * 1024 * 1024;
const hottestBytes = 1024 * 1024;

const offsetsOf = (length: number) =>
  Array.from({ length: Math.max(Math.ceil(length / chunkBytes), 1) }, (_, n) => n * chunkBytes);
