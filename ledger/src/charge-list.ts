import { streams } from '@tintype/contracts';
import type { Nats, StoredMessage } from '@tintype/runtime';
import type { ChargeIndex } from './charge-index.js';
import { type RenderCharge, readCharge } from './charges.js';
import type { SessionCharge } from './session-charge.js';

export interface ChargePage {
  /** Latest first. */
  charges: (RenderCharge | SessionCharge)[];
  /** The next page is before this position. Undefined if nothing is left. */
  next: number | undefined;
}

export interface PageQuery {
  /** Rows at most. */
  limit: number;
  /** The `next` of the page before. Default: the latest charges. */
  before?: number | undefined;
  signal?: AbortSignal | undefined;
}

type Manager = { streams: Pick<Nats['manager']['streams'], 'getMessage'> };

const ownOf = (account: string, message: StoredMessage | null) => {
  const charge = message ? readCharge(message).data : undefined;
  return charge?.account === account ? [charge] : [];
};

/** The charges of an account, latest first. A page reads its own rows only, one call each, from the stream's leader. */
export class ChargeList {
  readonly #manager: Manager;
  readonly #index: Pick<ChargeIndex, 'before'>;

  constructor({ manager }: { manager: Manager }, index: Pick<ChargeIndex, 'before'>) {
    this.#manager = manager;
    this.#index = index;
  }

  /** Rejects with the signal's reason once it aborts: a client that left costs no more reads. */
  async page(account: string, { limit, before, signal }: PageQuery): Promise<ChargePage> {
    const charges: ChargePage['charges'] = [];
    let next = before;
    while (charges.length < limit) {
      signal?.throwIfAborted();
      const { sequences, position } = await this.#index.before(account, limit - charges.length, next);
      const found = (await Promise.all(sequences.map((seq) => this.#read(seq)))).flatMap((one) => ownOf(account, one));
      charges.push(...found);
      // Earlier charges have expired, too.
      if (position === 0 || found.length === 0) return { charges, next: undefined };
      next = position;
    }
    return { charges, next };
  }

  #read(seq: number): Promise<StoredMessage | null> {
    return this.#manager.streams.getMessage(streams.charges, { seq });
  }
}
