import { streams, subjects } from '@tintype/contracts';
import { batchSize, KeyedMutex, messagesFrom, type Nats, type StoredMessage } from '@tintype/runtime';
import { type RenderCharge, readCharge } from './charges.js';
import type { SessionCharge } from './session-charge.js';

export interface ChargePage {
  /** Latest first. */
  charges: (RenderCharge | SessionCharge)[];
  /** The next page is before this sequence. Undefined if nothing is left. */
  next: number | undefined;
}

export interface PageQuery {
  /** Rows at most. */
  limit: number;
  /** The `next` of the page before. Default: the latest charges. */
  before?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Half a second of reads. */
const mostRead = 10_000;

/** Latest first. */
const ownOf = (account: string, messages: readonly StoredMessage[]) =>
  messages.toReversed().flatMap((message) => {
    const { data: charge } = readCharge(message);
    return charge?.account === account ? [{ charge, seq: message.seq }] : [];
  });

/**
 * The charges of an account, latest first. Charges of all accounts are in one order, so a page reads those of others too,
 * 10,000 at most: then it may have fewer rows than asked for, even none. Reads of one account run one after another.
 */
export class ChargeList {
  readonly #manager: Nats['manager'];
  readonly #readAtMost: number;
  readonly #reading = new KeyedMutex();

  constructor({ manager }: Pick<Nats, 'manager'>, readAtMost = mostRead) {
    this.#manager = manager;
    this.#readAtMost = readAtMost;
  }

  /** Rejects with the signal's reason once it aborts: a client that left costs no more reads. */
  page(account: string, { limit, before, signal }: PageQuery): Promise<ChargePage> {
    const read = async () => this.#page(account, before ?? (await this.#end()), { limit, signal });
    return this.#reading.run(account, read, signal);
  }

  async #page(account: string, before: number, { limit, signal }: PageQuery): Promise<ChargePage> {
    const charges: ChargePage['charges'] = [];
    let end = before;
    for (let read = 0; read < this.#readAtMost && end > 1; read += batchSize) {
      signal?.throwIfAborted();
      const start = Math.max(1, end - batchSize);
      const messages = await this.#between(start, end);
      // What is older has expired.
      if (messages.length === 0) return { charges, next: undefined };
      const own = ownOf(account, messages).slice(0, limit - charges.length);
      charges.push(...own.map(({ charge }) => charge));
      if (charges.length === limit) return { charges, next: own.at(-1)?.seq };
      end = start;
    }
    return { charges, next: end > 1 ? end : undefined };
  }

  async #between(start: number, end: number) {
    const messages = await messagesFrom(this.#manager, streams.charges, { seq: start, batch: end - start });
    return messages.filter(({ seq }) => seq < end);
  }

  /** Asks the leader for the end. A replica that lags may still lack charges of the last moments. */
  async #end(): Promise<number> {
    const last = await this.#manager.streams.getMessage(streams.charges, { last_by_subj: subjects.allCharges });
    return (last?.seq ?? 0) + 1;
  }
}
