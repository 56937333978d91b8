import type { KV } from '@tintype/runtime';
import { z } from 'zod';
import { changeEntry, readEntry } from './records.js';

/** A full block has this many charges, and never changes again. */
export const blockSize = 100;

/** The stream sequences of some charges of one account, ascending. */
const sequencesSchema = z.array(z.int()).max(blockSize);

/** A head: the entry of an account with its latest charges. Earlier ones are in full blocks. */
const headSchema = z.object({
  /** How many full blocks precede `latest`. Each block has an entry of its own. */
  full: z.int(),
  /** The 1 to 100 charges after these blocks. */
  latest: sequencesSchema.min(1),
});

type Head = z.infer<typeof headSchema>;

/** The last sequence in a parsed entry of the index: a full block or a head. Undefined if the entry is damaged. */
export const lastIndexed = (entry: unknown): { sequence: number; isBlock: boolean } | undefined => {
  const block = sequencesSchema.min(1).safeParse(entry).data;
  const sequence = (block ?? headSchema.safeParse(entry).data?.latest)?.at(-1);
  return sequence === undefined ? undefined : { sequence, isBlock: block !== undefined };
};

const headKey = (account: string) => account;
const blockKey = (account: string, block: number) => `${account}.${block}`;

const isFull = ({ latest }: Head) => latest.length === blockSize;

/** A head with one more charge. If `latest` is full, it counts as one more block, and a new `latest` begins. */
const withCharge = (head: Head = { full: 0, latest: [] }, sequence: number): Head =>
  isFull(head) ? { full: head.full + 1, latest: [sequence] } : { full: head.full, latest: [...head.latest, sequence] };

export type ChargeIndexKv = Pick<KV, 'get' | 'put' | 'create' | 'update'>;

/**
 * The sequences of each account's charges, in ascending order. The charges of an account have positions, counted from
 * 0. Unlike a sequence, a position reveals nothing about other accounts. The index can be made again from the charges.
 */
export class ChargeIndex {
  readonly #kv: ChargeIndexKv;

  constructor(kv: ChargeIndexKv) {
    this.#kv = kv;
  }

  /** Adds a charge. Sequences must ascend: one that is not above the account's last changes nothing. */
  async add(account: string, sequence: number): Promise<void> {
    await changeEntry(this.#kv, { key: headKey(account), schema: headSchema }, async (head) => {
      if (head && sequence <= (head.latest.at(-1) ?? 0)) return head;
      // Write the block before the head. After a failure between both writes, the next call writes the same block.
      if (head && isFull(head)) await this.#putBlock(account, head);
      return withCharge(head, sequence);
    });
  }

  /**
   * Fills an empty index, much faster than `add`. Writes each full block once, and at the end one head per account.
   * Sequences must ascend.
   */
  async fill(pages: AsyncIterable<{ account: string; sequence: number }[]>): Promise<void> {
    const heads = new Map<string, Head>();
    for await (const page of pages) {
      const blocks: Promise<number>[] = [];
      for (const { account, sequence } of page) {
        const head = heads.get(account);
        if (head && isFull(head)) blocks.push(this.#putBlock(account, head));
        heads.set(account, withCharge(head, sequence));
      }
      await Promise.all(blocks);
    }
    // Write the head with the last charge last: `lastIndexed` of the last entry then shows how far the index reaches.
    const ascending = [...heads].sort(([, one], [, other]) => (one.latest.at(-1) ?? 0) - (other.latest.at(-1) ?? 0));
    for (const [account, head] of ascending) await this.#kv.put(headKey(account), JSON.stringify(head));
  }

  /**
   * At most `limit` sequences before a position, latest first. Without a position, the latest ones. One call reads one
   * block, so it may return fewer. The next call takes the returned `position`; 0 means that nothing is left.
   */
  async before(
    account: string,
    limit: number,
    position = Number.POSITIVE_INFINITY,
  ): Promise<{ sequences: number[]; position: number }> {
    const head = await this.#head(account);
    if (!head) return { sequences: [], position: 0 };
    const end = Math.min(position, head.full * blockSize + head.latest.length);
    if (end <= 0) return { sequences: [], position: 0 };
    const block = Math.floor((end - 1) / blockSize);
    const sequences = block === head.full ? head.latest : await this.#block(account, block);
    const endInBlock = end - block * blockSize;
    const chosen = sequences.slice(Math.max(0, endInBlock - limit), endInBlock);
    return { sequences: chosen.toReversed(), position: chosen.length > 0 ? end - chosen.length : 0 };
  }

  async #head(account: string): Promise<Head | undefined> {
    return (await readEntry(this.#kv, headKey(account), headSchema)).value;
  }

  #putBlock(account: string, { full, latest }: Head): Promise<number> {
    return this.#kv.put(blockKey(account, full), JSON.stringify(latest));
  }

  /** The sequences of a block; empty once the block has expired. */
  async #block(account: string, block: number): Promise<number[]> {
    return (await readEntry(this.#kv, blockKey(account, block), sequencesSchema)).value ?? [];
  }
}
