import { isConflict, jsonOf, type KV } from '@tintype/runtime';
import { z } from 'zod';
import { parseRecord } from './unreadable-record.js';

/** Entries of a block. A full block never changes. */
export const blockSize = 100;

const sequencesSchema = z.array(z.int()).max(blockSize);

const headSchema = z.object({
  /** How many blocks are full. */
  full: z.int(),
  /** The latest charges; at least one. */
  latest: sequencesSchema.min(1),
});

type Head = z.infer<typeof headSchema>;

const headKey = (account: string) => account;
const blockKey = (account: string, block: number) => `${account}.${block}`;

/** The head with one more charge; a full list begins anew. */
const withCharge = ({ full, latest }: Head, sequence: number): Head =>
  latest.length < blockSize ? { full, latest: [...latest, sequence] } : { full: full + 1, latest: [sequence] };

export type ChargeIndexKv = Pick<KV, 'get' | 'put' | 'create' | 'update'>;

/**
 * The sequences of each account's charges, in ascending order. A charge has a position among those of its account, from
 * 0 on, which tells nothing about other accounts. The index is made from the charges and can be made again.
 */
export class ChargeIndex {
  readonly #kv: ChargeIndexKv;

  constructor(kv: ChargeIndexKv) {
    this.#kv = kv;
  }

  /** Adds a charge once, even if called again. Sequences must ascend. */
  async add(account: string, sequence: number): Promise<void> {
    for (;;) {
      const { head, revision } = await this.#head(account);
      if (head && sequence <= (head.latest.at(-1) ?? 0)) return;
      try {
        await this.#append(account, { head, revision }, sequence);
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }

  /**
   * Up to `most` sequences just before a position, latest first, and the position of the earliest of them. Default: the
   * latest ones. May answer fewer. Call again with `position` until it is 0.
   */
  async before(
    account: string,
    most: number,
    position = Number.POSITIVE_INFINITY,
  ): Promise<{ sequences: number[]; position: number }> {
    const { head } = await this.#head(account);
    if (!head) return { sequences: [], position: 0 };
    const end = Math.min(position, head.full * blockSize + head.latest.length);
    if (end <= 0) return { sequences: [], position: 0 };
    const block = Math.floor((end - 1) / blockSize);
    const sequences = block === head.full ? head.latest : await this.#block(account, block);
    const last = end - block * blockSize;
    const some = sequences.slice(Math.max(0, last - most), last);
    return { sequences: some.toReversed(), position: some.length > 0 ? end - some.length : 0 };
  }

  async #append(account: string, { head, revision }: { head: Head | undefined; revision: number }, sequence: number) {
    const key = headKey(account);
    if (!head) return this.#kv.create(key, JSON.stringify({ full: 0, latest: [sequence] } satisfies Head));
    // First the block: a repeated call writes the same again.
    if (head.latest.length === blockSize) await this.#kv.put(blockKey(account, head.full), JSON.stringify(head.latest));
    return this.#kv.update(key, JSON.stringify(withCharge(head, sequence)), revision);
  }

  async #head(account: string): Promise<{ head: Head | undefined; revision: number }> {
    const entry = await this.#kv.get(headKey(account));
    if (entry?.operation !== 'PUT') return { head: undefined, revision: 0 };
    return { head: parseRecord(headSchema, entry.key, jsonOf(entry)), revision: entry.revision };
  }

  /** Empty once it has expired. */
  async #block(account: string, block: number): Promise<number[]> {
    const entry = await this.#kv.get(blockKey(account, block));
    return entry?.operation === 'PUT' ? parseRecord(sequencesSchema, entry.key, jsonOf(entry)) : [];
  }
}
