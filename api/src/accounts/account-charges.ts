import type { KeyObject } from 'node:crypto';
import { type Endpoint, seal, TintypeError, unseal } from '@tintype/contracts';
import type { ChargeList, ChargePage } from '@tintype/ledger';
import { reachable } from '../reachable.js';

/** A charge as its account sees it. */
export interface ChargeRow {
  /** The id of a render's charge, or of a session. */
  id: string;
  kind: 'render' | 'session';
  /** ISO 8601. */
  at: string;
  /** Null for a session. */
  endpoint: Endpoint | null;
  /** How long the session was open, rounded up as in the session itself; null for a render. */
  seconds: number | null;
  credits: number;
  /** The request that caused the charge; null for sessions, items of batches and charges of older releases. */
  requestId: string | null;
  /** The batch that the charge belongs to; null outside batches. */
  batchId: string | null;
  /** The number of the item in its batch, 1 for the first; null outside batches. */
  batchItem: number | null;
}

export interface AccountChargesOptions {
  list: Pick<ChargeList, 'page'>;
  /** Seals cursors, so that clients cannot make them. */
  masterKey: KeyObject;
}

const secondsBetween = (start: string | undefined, end: string | undefined): number =>
  start === undefined || end === undefined ? 0 : Math.ceil((Date.parse(end) - Date.parse(start)) / 1000);

/** An item of a batch is requested as `batch_….<number>`, with 0 for the first. */
const requestOf = (request: string | undefined): Pick<ChargeRow, 'requestId' | 'batchId' | 'batchItem'> => {
  const [, batchId, index] = /^(batch_[^.]+)\.(\d+)$/.exec(request ?? '') ?? [];
  if (batchId === undefined) return { requestId: request ?? null, batchId: null, batchItem: null };
  return { requestId: null, batchId, batchItem: Number(index) + 1 };
};

const rowOf = (charge: ChargePage['charges'][number]): ChargeRow => {
  const { at, credits } = charge;
  if (!('session' in charge)) {
    const { id, endpoint, request } = charge;
    return { id, kind: 'render', at, endpoint, seconds: null, credits, ...requestOf(request) };
  }
  const seconds = secondsBetween(charge.startedAt, charge.endedAt);
  return { id: charge.session, kind: 'session', at, endpoint: null, seconds, credits, ...requestOf(undefined) };
};

/** What a cursor is sealed for. */
const cursorContext = (account: string) => ({ account, secretId: 'charges.position' });

/** Pages of charges for the routes of an account. */
export class AccountCharges {
  readonly #options: AccountChargesOptions;

  constructor(options: AccountChargesOptions) {
    this.#options = options;
  }

  /** Latest first. Throws `invalid_request` for a wrong cursor. */
  async page(
    account: string,
    { limit, cursor, signal }: { limit: number; cursor: string | undefined; signal?: AbortSignal },
  ): Promise<{ charges: ChargeRow[]; nextCursor: string | null }> {
    const { list, masterKey } = this.#options;
    const before = cursor === undefined ? undefined : this.#position(account, cursor);
    const { charges, next } = await reachable(list.page(account, { limit, before, signal }));
    const nextCursor = next === undefined ? null : seal(masterKey, cursorContext(account), String(next));
    return { charges: charges.map(rowOf), nextCursor };
  }

  #position(account: string, cursor: string): number {
    try {
      return Number(unseal(this.#options.masterKey, cursorContext(account), cursor));
    } catch (cause) {
      const message = 'The `cursor` is not valid: send the `nextCursor` of the previous page.';
      throw new TintypeError('invalid_request', message, { cause });
    }
  }
}
