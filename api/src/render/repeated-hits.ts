import type { Account } from '../accounts/account.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import type { RequestRate } from '../limits/request-rate.js';
import type { ResultRecord } from './results/result-record.js';
import type { ResultStore } from './results/result-store.js';

/** A cached result that `Renders` gave whole, and that needs no upload. */
export interface Hit {
  /** The directory's own object. The directory replaces it when the account changes. */
  account: Account;
  key: string;
  /** The index's own object. The index replaces it when the record changes. */
  record: ResultRecord;
}

export interface RepeatedHitsOptions {
  accounts: { byApiKey: (apiKey: string) => Account | undefined };
  rate: Pick<RequestRate, 'count'>;
  bandwidth: Pick<Bandwidth, 'passes' | 'count'>;
  store: Pick<ResultStore, 'inMemory'>;
}

/** Gives a hit once more, without `Renders`. Counts what `Renders` counts for a hit, in the same order. */
export class RepeatedHits {
  readonly #options: RepeatedHitsOptions;

  constructor(options: RepeatedHitsOptions) {
    this.#options = options;
  }

  /**
   * The bytes, after they are counted. Undefined, without counting, if something changed or refuses the hit: then ask
   * `Renders`.
   */
  take({ account, key, record }: Hit): Uint8Array | undefined {
    const { accounts, rate, bandwidth, store } = this.#options;
    if (accounts.byApiKey(account.apiKey) !== account) return undefined;
    const body = store.inMemory(key, record);
    if (!body || !bandwidth.passes(account)) return undefined;
    try {
      rate.count(account);
    } catch {
      // `Renders` counts again and throws the same error, which its caller answers.
      return undefined;
    }
    bandwidth.count(account, body.length);
    return body;
  }
}
