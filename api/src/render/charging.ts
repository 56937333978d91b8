import type { Endpoint } from '@tintype/contracts';
import type { RenderLedger } from '@tintype/ledger';
import type { Logger, Nats } from '@tintype/runtime';
import { reachableAgain } from '../reachable.js';
import type { ResultStore, StoredResult } from './results/result-store.js';

export interface ChargingOptions {
  nats: Pick<Nats, 'connected'>;
  ledger: Pick<RenderLedger, 'charge'>;
  store: Pick<ResultStore, 'markCharged'>;
  log: Logger;
}

export interface Bill {
  account: string;
  endpoint: Endpoint;
  key: string;
  /** `req_…`, or `batch_….<item>` */
  requestId: string;
}

const creditsOfRender = 1;

/** Charges each result once, before its first delivery. */
export class Charging {
  readonly #options: ChargingOptions;
  /**
   * Charges that are being written, by charge id: identical requests of this process share one. True if the ledger did
   * not have the charge.
   */
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(options: ChargingOptions) {
    this.#options = options;
  }

  /**
   * The credits that this delivery costs: 1, or 0 if the result is charged already. Throws `unavailable`; then deliver
   * nothing.
   */
  async charge(bill: Bill, result: Omit<StoredResult, 'body'>): Promise<number> {
    const { charged, chargeId } = result.record;
    if (charged) return 0;
    const running = this.#running.get(chargeId);
    if (running !== undefined) {
      await running;
      return 0;
    }
    const charging = this.#write(bill, result);
    this.#running.set(chargeId, charging);
    try {
      return (await charging) ? creditsOfRender : 0;
    } finally {
      this.#running.delete(chargeId);
    }
  }

  async #write(
    { account, endpoint, key, requestId: request }: Bill,
    result: Omit<StoredResult, 'body'>,
  ): Promise<boolean> {
    const { nats, ledger, store, log } = this.#options;
    const { chargeId: id, job } = result.record;
    const at = new Date().toISOString();
    const charge = { id, account, credits: creditsOfRender, endpoint, key, job, request, at };
    const isNew = await reachableAgain(nats, () => ledger.charge(charge));
    store.markCharged(key, result).catch((error) => {
      const message =
        'cannot mark the result as charged: the next delivery repeats the charge, which the ledger refuses';
      log.warn({ err: error, key }, message);
    });
    return isNew;
  }
}
