import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../blobs/blob-store.js';

/** Memory for small results that are asked for again and again. */
const hotBytes = 64 * 1024 * 1024;
const hottestBytes = 1024 * 1024;

/** The bytes of results: those read lately from memory, the others from their store. */
export class Blobs implements BlobStore {
  readonly #store: BlobStore;
  /** By name: bytes never change. */
  readonly #hot = new LRUCache<string, Uint8Array>({
    maxSize: hotBytes,
    maxEntrySize: hottestBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });

  constructor(store: BlobStore) {
    this.#store = store;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#store.put(name, bytes);
  }

  async get(name: string, length: number): Promise<Uint8Array | undefined> {
    const hot = this.#hot.get(name);
    if (hot) return hot;
    const bytes = await this.#store.get(name, length);
    if (bytes) this.#hot.set(name, bytes);
    return bytes;
  }

  /** As far as it can be done now: what is left goes when it expires. */
  async delete(name: string, length: number): Promise<void> {
    this.#hot.delete(name);
    await this.#store.delete(name, length).catch(() => undefined);
  }
}
