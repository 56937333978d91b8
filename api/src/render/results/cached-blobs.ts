import type { Logger } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import { type BlobStore, type ByteRange, partOf } from '../../blobs/blob-store.js';

const hotBytes = 64 * 1024 * 1024;
const maxEntryBytes = 1024 * 1024;

/** Bytes that something still holds. Views of them, such as a body that is being sent, keep their buffer. */
interface HeldBytes {
  buffer: WeakRef<ArrayBufferLike>;
  byteOffset: number;
  length: number;
}

/** What the collector reports: the buffer of a whole result, or that of a part with its bytes. */
interface Released {
  name: string;
  partBytes: number;
}

const lengthOf = ({ start, end }: ByteRange) => end - start + 1;

/**
 * Keeps small results in memory that were read recently, and one copy of a large one for all who hold it. Separate parts of a
 * result take at most its length: beyond that, a part is a view of the whole, which all holders share.
 */
export class CachedBlobs implements BlobStore {
  readonly #store: BlobStore;
  readonly #log: Pick<Logger, 'warn'>;
  /** Keyed by name: bytes never change. */
  readonly #hot = new LRUCache<string, Uint8Array>({
    maxSize: hotBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  /** Reads in flight, which simultaneous requests share, by name and range. */
  readonly #reading = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #held = new Map<string, HeldBytes>();
  /** Bytes of parts that were read alone and are not collected yet, by name. */
  readonly #parts = new Map<string, number>();
  readonly #finalizers = new FinalizationRegistry<Released>(({ name, partBytes }) => {
    if (partBytes > 0) this.#addParts(name, -partBytes);
    else if (!this.#held.get(name)?.buffer.deref()) this.#held.delete(name);
  });

  constructor(store: BlobStore, log: Pick<Logger, 'warn'>) {
    this.#store = store;
    this.#log = log;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#store.put(name, bytes);
  }

  /** Players ask for many parts of a large file: only small ones are read whole for a part. */
  async get(name: string, length: number, range?: ByteRange): Promise<Uint8Array | undefined> {
    const known = this.#hot.get(name) ?? this.#heldBytes(name);
    if (known) return partOf(known, range);
    const part = range && `${name} ${range.start}-${range.end}`;
    if (part && (this.#reading.has(part) || this.#isReadAlone(name, length, range)))
      return this.#share(part, () => this.#readPart(name, length, range));
    const bytes = await this.#share(name, () => this.#readWhole(name, length));
    return bytes && partOf(bytes, range);
  }

  /** Logs failures: no request gets the remaining bytes, and they expire. */
  async delete(name: string, length: number): Promise<void> {
    this.#hot.delete(name);
    this.#held.delete(name);
    await this.#store.delete(name, length).catch((err: unknown) => {
      this.#log.warn({ err, object: name }, 'cannot delete the bytes of a result: they stay stored until they expire');
    });
  }

  #share(id: string, read: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const reading = this.#reading.get(id) ?? read().finally(() => this.#reading.delete(id));
    this.#reading.set(id, reading);
    return reading;
  }

  /** Players open every file with `bytes=0-`, which is all of it. */
  #isReadAlone(name: string, length: number, range: ByteRange): boolean {
    const bytes = lengthOf(range);
    const isSmallPart = length > maxEntryBytes && bytes < length && !this.#reading.has(name);
    return isSmallPart && (this.#parts.get(name) ?? 0) + bytes <= length;
  }

  async #readPart(name: string, length: number, range: ByteRange): Promise<Uint8Array | undefined> {
    const reserved = lengthOf(range);
    this.#addParts(name, reserved);
    let bytes: Uint8Array | undefined;
    try {
      bytes = await this.#store.get(name, length, range);
    } finally {
      // A part may be a view of a larger chunk.
      const partBytes = bytes?.buffer.byteLength ?? 0;
      this.#addParts(name, partBytes - reserved);
      if (bytes) this.#finalizers.register(bytes.buffer, { name, partBytes });
    }
    return bytes;
  }

  #addParts(name: string, bytes: number): void {
    const sum = (this.#parts.get(name) ?? 0) + bytes;
    if (sum > 0) this.#parts.set(name, sum);
    else this.#parts.delete(name);
  }

  async #readWhole(name: string, length: number): Promise<Uint8Array | undefined> {
    const bytes = await this.#store.get(name, length);
    if (!bytes) return undefined;
    const { buffer, byteOffset } = bytes;
    this.#hot.set(name, bytes);
    this.#held.set(name, { buffer: new WeakRef(buffer), byteOffset, length: bytes.length });
    this.#finalizers.register(buffer, { name, partBytes: 0 });
    return bytes;
  }

  #heldBytes(name: string): Uint8Array | undefined {
    const held = this.#held.get(name);
    const buffer = held?.buffer.deref();
    return held && buffer && new Uint8Array(buffer, held.byteOffset, held.length);
  }
}
