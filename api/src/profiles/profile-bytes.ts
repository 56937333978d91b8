import { randomBytes } from 'node:crypto';
import { limits } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';

export type BytesKv = Pick<KV, 'create' | 'get' | 'purge' | 'keys'>;

const chunkLength = limits.inlineResultBytes;
/** Delete markers expire soon: nothing reads them, because a name is never used again. */
const markerTtl = '60s';
/** A save takes less time. Bytes that are older, and that no profile names, remain from a crash. */
const leftoverMs = 600_000;

const offsetsOf = (length: number) =>
  Array.from({ length: Math.ceil(length / chunkLength) }, (_, n) => n * chunkLength);

const prefixOf = (account: string) => `bytes.${account}`;

/** Sealed states in chunks, `bytes.<account>.<name>.<number>`, because a state exceeds a message. */
export class ProfileBytes {
  readonly #kv: BytesKv;

  constructor(kv: BytesKv) {
    this.#kv = kv;
  }

  /** Stores ASCII text under a new name, which begins with the time. If a part fails, none stays. */
  async put(account: string, text: string): Promise<string> {
    const name = `${Date.now()}-${randomBytes(8).toString('hex')}`;
    const chunks = offsetsOf(text.length).map((start) => text.slice(start, start + chunkLength));
    // Wait for all writes: a part that is written after the removal would stay.
    const writes = await Promise.allSettled(
      chunks.map((chunk, n) => this.#kv.create(`${prefixOf(account)}.${name}.${n}`, chunk)),
    );
    const failed = writes.find((write) => write.status === 'rejected');
    if (!failed) return name;
    // A later save removes what remains.
    await this.remove(account, name, text.length).catch(() => undefined);
    throw failed.reason;
  }

  /** Undefined if a part is missing. */
  async get(account: string, name: string, length: number): Promise<string | undefined> {
    const entries = await Promise.all(
      offsetsOf(length).map((_, n) => this.#kv.get(`${prefixOf(account)}.${name}.${n}`)),
    );
    const text = entries.map((entry) => (entry?.operation === 'PUT' ? entry.string() : '')).join('');
    return text.length === length ? text : undefined;
  }

  async remove(account: string, name: string, length: number): Promise<void> {
    await Promise.all(
      offsetsOf(length).map((_, n) => this.#kv.purge(`${prefixOf(account)}.${name}.${n}`, { ttl: markerTtl })),
    );
  }

  /** Removes the bytes of saves that did not finish, unless a record names them (`named`). */
  async removeLeft(account: string, named: ReadonlySet<string>, now = Date.now()): Promise<void> {
    for await (const key of await this.#kv.keys(`${prefixOf(account)}.>`)) {
      const [name = ''] = key.slice(prefixOf(account).length + 1).split('.');
      const [time] = name.split('-');
      if (!named.has(name) && now - Number(time) > leftoverMs) await this.#kv.purge(key, { ttl: markerTtl });
    }
  }
}
