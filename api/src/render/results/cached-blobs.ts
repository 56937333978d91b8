import { type Logger, race } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import { type BlobStore, type ByteRange, partOf } from '../../result-bytes/blob-store.js';
import type { ReadBudget } from './read-budget.js';

const hotBytes = 64 * 1024 * 1024;
/**
 * The most bytes of a small result. Larger ones are kept only while a reader has them, and count against the budget.
 */
const maxEntryBytes = 1024 * 1024;

/** The request that needs the bytes, until its answer is sent or its client has left. */
export interface Reader {
  /** The owner of the result. */
  account: string;
  until: AbortSignal;
}

/** Bytes that are read once, for all their readers. */
interface Shared {
  bytes: Promise<Uint8Array | undefined>;
  readers: number;
  /** Aborts when the last reader has ended. */
  unused: AbortController;
}

type Read = () => Promise<Uint8Array | undefined>;

export interface CachedBlobsOptions {
  store: BlobStore;
  budget: Pick<ReadBudget, 'take' | 'hold'>;
  log: Pick<Logger, 'warn'>;
}

const lengthOf = ({ start, end }: ByteRange) => end - start + 1;

/** Copies a part that is a view of a much larger chunk: otherwise the whole chunk would stay in memory. */
const withoutChunk = (bytes: Uint8Array | undefined) =>
  bytes && bytes.buffer.byteLength > 2 * bytes.length ? bytes.slice() : bytes;

/**
 * Keeps recently read small results in memory, and one copy of a large one for all its readers. Parts of a large result
 * are read alone while their bytes together do not exceed its length. Then the result is read whole, and further parts
 * are views of it. The budget bounds the memory of large results.
 */
export class CachedBlobs implements BlobStore {
  readonly #options: CachedBlobsOptions;
  /** Keyed by name: bytes never change. */
  readonly #hot = new LRUCache<string, Uint8Array>({
    maxSize: hotBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  /** Reads of small results in flight. */
  readonly #reading = new Map<string, Promise<Uint8Array | undefined>>();
  /** Large results and their parts, by name and range. */
  readonly #shared = new Map<string, Shared>();
  /** How many bytes the parts that are read alone have together, by name. */
  readonly #parts = new Map<string, number>();

  constructor(options: CachedBlobsOptions) {
    this.#options = options;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#options.store.put(name, bytes);
  }

  /**
   * Reads a result or a part of it. A small result is read whole. Of a large one only the part is read, because players
   * ask for many parts. For a reader, the read of a large result waits for the budget, and the bytes stay in memory
   * until the reader ends. Throws what `ReadBudget.take` throws.
   */
  async get(name: string, length: number, range?: ByteRange, reader?: Reader): Promise<Uint8Array | undefined> {
    if (length <= maxEntryBytes) return partOf(await this.#readSmall(name, length), range);
    const { store } = this.#options;
    const isPart = range !== undefined && lengthOf(range) < length && !this.#shared.has(name);
    if (!reader) return store.get(name, length, range);
    const partId = isPart && `${name} ${range.start}-${range.end}`;
    if (partId && (this.#shared.has(partId) || this.#mayReadAlone(name, length, range))) {
      const bytes = lengthOf(range);
      return this.#share(partId, reader, (unused) => {
        this.#addParts(name, bytes);
        unused.addEventListener('abort', () => this.#addParts(name, -bytes), { once: true });
        const read = async () => withoutChunk(await store.get(name, length, range));
        return this.#readInTurn({ account: reader.account, bytes }, read, unused);
      });
    }
    const readShare = { account: reader.account, bytes: length };
    const read = () => store.get(name, length);
    return partOf(await this.#share(name, reader, (unused) => this.#readInTurn(readShare, read, unused)), range);
  }

  /** The bytes if they are in memory, without a read. */
  inMemory(name: string): Uint8Array | undefined {
    return this.#hot.get(name);
  }

  /** Counts a new large result against the budget, and shares it with later readers. Does nothing for a small one. */
  hold(name: string, bytes: Uint8Array, reader: Reader): void {
    if (bytes.length <= maxEntryBytes || reader.until.aborted) return;
    this.#join(name, reader, (unused) => {
      const giveBack = this.#options.budget.hold({ account: reader.account, bytes: bytes.length });
      unused.addEventListener('abort', giveBack, { once: true });
      return Promise.resolve(bytes);
    });
  }

  /** Deletes the bytes. It only logs failures: no request gets bytes that remain, and they expire. */
  async delete(name: string, length: number): Promise<void> {
    const { store, log } = this.#options;
    this.#hot.delete(name);
    this.#shared.delete(name);
    await store.delete(name, length).catch((err: unknown) => {
      log.warn({ err, object: name }, 'cannot delete the bytes of a result: they stay stored until they expire');
    });
  }

  async #readSmall(name: string, length: number): Promise<Uint8Array | undefined> {
    const hot = this.#hot.get(name);
    if (hot) return hot;
    const reading =
      this.#reading.get(name) ?? this.#readAndKeep(name, length).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #readAndKeep(name: string, length: number): Promise<Uint8Array | undefined> {
    const bytes = await this.#options.store.get(name, length);
    if (bytes) this.#hot.set(name, bytes);
    return bytes;
  }

  #mayReadAlone(name: string, length: number, range: ByteRange): boolean {
    return (this.#parts.get(name) ?? 0) + lengthOf(range) <= length;
  }

  #addParts(name: string, bytes: number): void {
    const sum = (this.#parts.get(name) ?? 0) + bytes;
    if (sum > 0) this.#parts.set(name, sum);
    else this.#parts.delete(name);
  }

  async #share(id: string, reader: Reader, begin: (unused: AbortSignal) => Shared['bytes']) {
    reader.until.throwIfAborted();
    return race(this.#join(id, reader, begin).bytes, reader.until);
  }

  #join(id: string, { until }: Reader, begin: (unused: AbortSignal) => Shared['bytes']): Shared {
    const shared = this.#shared.get(id) ?? this.#begin(id, begin);
    shared.readers += 1;
    const leave = () => {
      shared.readers -= 1;
      if (shared.readers > 0) return;
      this.#drop(id, shared);
      shared.unused.abort();
    };
    until.addEventListener('abort', leave, { once: true });
    return shared;
  }

  #begin(id: string, begin: (unused: AbortSignal) => Shared['bytes']): Shared {
    const unused = new AbortController();
    const shared = { bytes: begin(unused.signal), readers: 0, unused };
    this.#shared.set(id, shared);
    // Drop a read that failed or found no bytes, so that the next reader tries again.
    shared.bytes.then(
      (bytes) => bytes ?? this.#drop(id, shared),
      () => this.#drop(id, shared),
    );
    return shared;
  }

  #drop(id: string, shared: Shared): void {
    if (this.#shared.get(id) === shared) this.#shared.delete(id);
  }

  async #readInTurn(share: { account: string; bytes: number }, read: Read, unused: AbortSignal) {
    const giveBack = await this.#options.budget.take(share, unused);
    try {
      return await read();
    } finally {
      // The read runs to its end even if all readers have left. Give its share back only then.
      if (unused.aborted) giveBack();
      else unused.addEventListener('abort', giveBack, { once: true });
    }
  }
}
