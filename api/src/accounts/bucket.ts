import { isConflict, type KV } from '@tintype/runtime';
import { reachable } from '../reachable.js';

/** A value, and the revision that a write has to name to replace it. */
export interface Revised<T> {
  value: T;
  revision: number;
}

/** `get` reads from the stream's leader. */
export type AccountsKv = Pick<KV, 'get' | 'create' | 'update' | 'delete' | 'history'>;

const unlessConflict = async (write: Promise<number>): Promise<number | undefined> => {
  try {
    return await reachable(write);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

/**
 * JSON values, written by compare-and-set. A write answers its revision, or undefined if another write came first. If
 * NATS does not answer, throws `unavailable`: a write may then have happened.
 */
export class Bucket {
  readonly #kv: AccountsKv;

  constructor(kv: AccountsKv) {
    this.#kv = kv;
  }

  async read(key: string): Promise<Revised<unknown> | undefined> {
    const entry = await reachable(this.#kv.get(key));
    return entry?.operation === 'PUT' ? { value: entry.json(), revision: entry.revision } : undefined;
  }

  create(key: string, value: unknown): Promise<number | undefined> {
    return unlessConflict(this.#kv.create(key, JSON.stringify(value)));
  }

  replace(key: string, value: unknown, revision: number): Promise<number | undefined> {
    return unlessConflict(this.#kv.update(key, JSON.stringify(value), revision));
  }

  /** Deletes a value if this is its latest revision; otherwise does nothing. */
  async remove(key: string, revision: number): Promise<void> {
    const deleted = this.#kv.delete(key, { previousSeq: revision }).then(() => revision);
    await unlessConflict(deleted);
  }

  /** The revision of the value or of its deletion; 0 if the key never had a value. */
  async lastRevision(key: string): Promise<number> {
    return (await reachable(this.#kv.get(key)))?.revision ?? 0;
  }

  /** The filter may have `*` for one token. */
  async readAll(filter: string): Promise<(Revised<unknown> & { key: string })[]> {
    // The bucket may keep several revisions of a key, in order: the last one counts.
    const found = new Map<string, Revised<unknown> & { key: string }>();
    for await (const entry of await reachable(this.#kv.history({ key: filter }))) {
      found.delete(entry.key);
      if (entry.operation !== 'PUT') continue;
      found.set(entry.key, { key: entry.key, value: entry.json(), revision: entry.revision });
    }
    return [...found.values()];
  }
}
