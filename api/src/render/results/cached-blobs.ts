import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../../blobs/blob-store.js';

/** Memory for small results that are asked for again and again. */
const hotBytes = 64 * 1024 * 1024;
const hottestBytes = 1024 * 1024;

/** The bytes of results: those read lately from memory, the others from their store. */
export class CachedBlobs implements BlobStore {
  readonly #store: BlobStore;
  /** By name: bytes never change. */
  readonly #hot = new LRUCache<string, Uint8Array>({
    maxSize: hotBytes,
    maxEntrySize: hottestBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  /** What is being read: those who ask meanwhile wait for the same. */
  readonly #reading = new Map<string, Promise<Uint8Array | undefined>>();
  /** What somebody still holds, such as a client that reads slowly: it need not be there twice. */
  readonly #held = new Map<string, WeakRef<Uint8Array>>();
  readonly #finalizers = new FinalizationRegistry<string>((name) => {
    if (!this.#held.get(name)?.deref()) this.#held.delete(name);
  });

  constructor(store: BlobStore) {
    this.#store = store;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#store.put(name, bytes);
  }

  async get(name: string, length: number): Promise<Uint8Array | undefined> {
    const known = this.#hot.get(name) ?? this.#held.get(name)?.deref();
    if (known) return known;
    const reading = this.#reading.get(name) ?? this.#read(name, length);
    this.#reading.set(name, reading);
    return reading;
  }

  /** As far as it can be done now: what is left goes when it expires. */
  async delete(name: string, length: number): Promise<void> {
    this.#hot.delete(name);
    this.#held.delete(name);
    await this.#store.delete(name, length).catch(() => undefined);
  }

  async #read(name: string, length: number): Promise<Uint8Array | undefined> {
    try {
      const bytes = await this.#store.get(name, length);
      if (bytes) this.#keep(name, bytes);
      return bytes;
    } finally {
      this.#reading.delete(name);
    }
  }

  #keep(name: string, bytes: Uint8Array): void {
    this.#hot.set(name, bytes);
    this.#held.set(name, new WeakRef(bytes));
    this.#finalizers.register(bytes, name);
  }
}
