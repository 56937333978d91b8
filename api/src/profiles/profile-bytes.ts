import { randomBytes } from 'node:crypto';
import { limits } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';

export type BytesKv = Pick<KV, 'create' | 'get' | 'purge' | 'keys'>;

const chunkLength = limits.inlineResultBytes;
/** A removal leaves a marker for this time. Nothing reads the marker, because a name is never used again. */
const markerTtl = '60s';
/** A save takes less time. Older bytes whose name is in no record can be removed. */
const leftoverMs = 600_000;

const chunkOffsets = (length: number) =>
  Array.from({ length: Math.ceil(length / chunkLength) }, (_, n) => n * chunkLength);

const prefixOf = (account: string) => `bytes.${account}`;

/**
 * Stores the sealed states of profiles in chunks, under `bytes.<account>.<name>.<number>`. A whole state may exceed the
 * largest message of NATS.
 */
export class ProfileBytes {
  readonly #kv: BytesKv;

  constructor(kv: BytesKv) {
    this.#kv = kv;
  }

  /**
   * Stores ASCII text under a new name, and returns the name. A name begins with the Unix time in milliseconds. If a chunk
   * cannot be written, removes the others and throws.
   */
  async put(account: string, text: string): Promise<string> {
    const name = `${Date.now()}-${randomBytes(8).toString('hex')}`;
    const chunks = chunkOffsets(text.length).map((start) => text.slice(start, start + chunkLength));
    // Wait for all writes: a chunk that is written after the removal would stay.
    const writes = await Promise.allSettled(
      chunks.map((chunk, n) => this.#kv.create(`${prefixOf(account)}.${name}.${n}`, chunk)),
    );
    const failed = writes.find((write) => write.status === 'rejected');
    if (!failed) return name;
    // If the removal fails too, a later save removes the chunks.
    await this.remove(account, name, text.length).catch(() => undefined);
    throw failed.reason;
  }

  /** The text of `length` characters under `name`; undefined if a chunk is missing. */
  async get(account: string, name: string, length: number): Promise<string | undefined> {
    const entries = await Promise.all(
      chunkOffsets(length).map((_, n) => this.#kv.get(`${prefixOf(account)}.${name}.${n}`)),
    );
    const text = entries.map((entry) => (entry?.operation === 'PUT' ? entry.string() : '')).join('');
    return text.length === length ? text : undefined;
  }

  async remove(account: string, name: string, length: number): Promise<void> {
    await Promise.all(
      chunkOffsets(length).map((_, n) => this.#kv.purge(`${prefixOf(account)}.${name}.${n}`, { ttl: markerTtl })),
    );
  }

  /** Removes the account's bytes that are older than 10 minutes and whose name is not in `recordedNames`. */
  async removeLeftovers(account: string, recordedNames: ReadonlySet<string>, now = Date.now()): Promise<void> {
    for await (const key of await this.#kv.keys(`${prefixOf(account)}.>`)) {
      const [name = ''] = key.slice(prefixOf(account).length + 1).split('.');
      const [createdAt] = name.split('-');
      if (!recordedNames.has(name) && now - Number(createdAt) > leftoverMs)
        await this.#kv.purge(key, { ttl: markerTtl });
    }
  }
}
