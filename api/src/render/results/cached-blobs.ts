import { LRUCache } from 'lru-cache';
import { type BlobStore, type ByteRange, partOf } from '../../blobs/blob-store.js';

const hotBytes = 64 * 1024 * 1024;
const maxEntryBytes = 1024 * 1024;

/** Keeps small results in memory that were read recently. */
export class CachedBlobs implements BlobStore {
  readonly #store: BlobStore;
  /** Keyed by name: bytes never change. */
  readonly #hot = new LRUCache<string, Uint8Array>({
    maxSize: hotBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  /** Reads in flight, which simultaneous requests share. */
  readonly #reading = new Map<string, Promise<Uint8Array | undefined>>();
  /** Bytes that something still holds, such as a slow client's answer: no second copy. */
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

  /** Players ask for many parts of a large file: only small ones are read whole for a part. */
  async get(name: string, length: number, range?: ByteRange): Promise<Uint8Array | undefined> {
    const known = this.#hot.get(name) ?? this.#held.get(name)?.deref();
    if (known) return partOf(known, range);
    if (range && length > maxEntryBytes) return this.#store.get(name, length, range);
    const reading = this.#reading.get(name) ?? this.#read(name, length);
    this.#reading.set(name, reading);
    const bytes = await reading;
    return bytes && partOf(bytes, range);
  }

  /** Ignores failures: remaining bytes expire. */
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
