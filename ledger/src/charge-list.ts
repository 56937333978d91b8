import { streams } from '@tintype/contracts';
import { KeyedMutex, type Nats, type StoredMessage } from '@tintype/runtime';
import type { ChargeIndex } from './charge-index.js';
import { type RenderCharge, readCharge } from './charges.js';
import type { SessionCharge } from './session-charge.js';

export interface ChargePage {
  /** Latest first. */
  charges: (RenderCharge | SessionCharge)[];
  /** The `before` of the next page: a position of `ChargeIndex`. Undefined if nothing is left. */
  next: number | undefined;
}

export interface PageQuery {
  /** The maximum of charges on the page. */
  limit: number;
  /** The `next` of the page before. Default: the latest charges. */
  before?: number | undefined;
  signal?: AbortSignal | undefined;
}

type Manager = { streams: Pick<Nats['manager']['streams'], 'getMessage'> };

/** Empty if the message is unreadable or another account's charge. */
const chargeOf = (account: string, message: StoredMessage) => {
  const charge = readCharge(message).data;
  return charge?.account === account ? [charge] : [];
};

/** The charges of an account, latest first. A page reads only its own charges: one call to the leader for each. */
export class ChargeList {
  readonly #manager: Manager;
  readonly #index: Pick<ChargeIndex, 'before'>;
  /** Reads one page of an account at a time. All reads share one leader, so one account must not occupy it. */
  readonly #mutex = new KeyedMutex();

  constructor({ manager }: { manager: Manager }, index: Pick<ChargeIndex, 'before'>) {
    this.#manager = manager;
    this.#index = index;
  }

  /** Rejects with the signal's reason once the signal aborts: a disconnected client costs no more reads. */
  page(account: string, query: PageQuery): Promise<ChargePage> {
    return this.#mutex.run(account, () => this.#page(account, query), query.signal);
  }

  async #page(account: string, { limit, before, signal }: PageQuery): Promise<ChargePage> {
    const charges: ChargePage['charges'] = [];
    let next = before;
    while (charges.length < limit) {
      signal?.throwIfAborted();
      const { sequences, position } = await this.#index.before(account, limit - charges.length, next);
      const stored = (await Promise.all(sequences.map((seq) => this.#read(seq)))).filter((message) => message !== null);
      charges.push(...stored.flatMap((message) => chargeOf(account, message)));
      // If none of these charges is stored any more, all earlier charges have expired, too.
      if (position === 0 || stored.length === 0) return { charges, next: undefined };
      next = position;
    }
    return { charges, next };
  }

  #read(seq: number): Promise<StoredMessage | null> {
    return this.#manager.streams.getMessage(streams.charges, { seq });
  }
}
