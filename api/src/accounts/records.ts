import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountRecord, readAccountRecord, TintypeError, tokenPattern } from '@tintype/contracts';
import { Backoff } from '@tintype/runtime';
import type { Bucket, Revised } from './bucket.js';

export type StoredAccount = Revised<AccountRecord> & { id: string };

const maxAttempts = 20;
const maxNameLength = 64;

export const noSuchAccount = (id: string): TintypeError => {
  const name = id.length > maxNameLength ? `${id.slice(0, maxNameLength)}…` : id;
  return new TintypeError('not_found', `There is no account \`${name}\`: \`POST /admin/v1/accounts\` creates one.`);
};

const parse = (id: string, { value, revision }: Revised<unknown>): StoredAccount => {
  try {
    return { id, value: readAccountRecord(id, () => value), revision };
  } catch (cause) {
    throw new TintypeError('internal', undefined, { cause });
  }
};

/** Account records by id. */
export class AccountRecords {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async read(id: string): Promise<StoredAccount | undefined> {
    if (!tokenPattern.test(id)) return undefined;
    const found = await this.#bucket.read(id);
    return found && parse(id, found);
  }

  async readAll(): Promise<StoredAccount[]> {
    const found = await this.#bucket.readAll('*');
    return found.map((entry) => parse(entry.key, entry));
  }

  /** Undefined if the id has a record already. */
  async create(id: string, value: AccountRecord): Promise<StoredAccount | undefined> {
    const revision = await this.#bucket.create(id, value);
    return revision === undefined ? undefined : { id, value, revision };
  }

  remove({ id, revision }: StoredAccount): Promise<void> {
    return this.#bucket.remove(id, revision);
  }

  /**
   * Repeats `change` with a fresh read after each conflict. Writes nothing if `change` answers its argument. Throws
   * `not_found`, or `unavailable` after 20 conflicts.
   */
  async change(
    id: string,
    change: (record: AccountRecord) => AccountRecord,
    backoff = new Backoff({ firstMs: 5, maxMs: 200 }),
  ): Promise<StoredAccount> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const current = await this.read(id);
      if (!current) throw noSuchAccount(id);
      const value = change(current.value);
      if (value === current.value) return current;
      const revision = await this.#bucket.replace(id, value, current.revision);
      if (revision !== undefined) return { id, value, revision };
      await sleep(backoff.next());
    }
    throw new TintypeError('unavailable', 'Other requests are changing this account: try again.');
  }
}
