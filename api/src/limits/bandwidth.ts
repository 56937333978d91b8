import { TintypeError } from '@tintype/contracts';
import { dayOf, type UsageBook } from '@tintype/ledger';
import type { Logger } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import { reachable } from '../reachable.js';

export interface BandwidthOptions {
  usage: Pick<UsageBook, 'addDelivered' | 'delivered'>;
  log: Logger;
}

interface Tally {
  /** UTC, `yyyy-mm-dd`. */
  day: string;
  /** Bytes of this day that all replicas had recorded at our last write. */
  noted: number;
  /** Bytes that this replica delivered since then. */
  since: number;
  /** Bytes of a write in flight. */
  underWay: number;
}

/** Replicas learn of each other's deliveries this late, and may exceed the limit by as much. */
const noteMs = 2000;

const secondsToMidnight = () =>
  Math.ceil((Date.parse(`${dayOf(Date.now() + 86_400_000)}T00:00:00Z`) - Date.now()) / 1000);

/** Counts delivered bytes of cached results per account and UTC day. Records them in the usage every 2 s. */
export class Bandwidth {
  readonly #options: BandwidthOptions;
  readonly #tallies = new Map<string, Tally>();
  readonly #timer: NodeJS.Timeout;
  #noting: Promise<void> = Promise.resolve();

  constructor(options: BandwidthOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#note(), noteMs);
    this.#timer.unref();
  }

  /** Throws `bandwidth_exceeded` if the day's bytes are used up. */
  async check({ id, limits }: Pick<Account, 'id' | 'limits'>): Promise<void> {
    const tally = await this.#tallyOf(id);
    const limit = limits.bandwidthBytesPerDay;
    if (limit === null || tally.noted + tally.underWay + tally.since < limit) return;
    throw new TintypeError('bandwidth_exceeded', undefined, { retryAfterSeconds: secondsToMidnight() });
  }

  /** Counts the bytes of a delivery; `check` comes first. */
  count({ id }: Pick<Account, 'id'>, bytes: number): void {
    const tally = this.#tallies.get(id);
    if (tally) tally.since += bytes;
  }

  /** Records the remaining bytes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#note();
    await this.#noting;
  }

  async #tallyOf(account: string): Promise<Tally> {
    const day = dayOf(Date.now());
    const known = this.#tallies.get(account);
    if (known?.day === day) return known;
    if (known) await this.#noteOne(account, known);
    const noted = await reachable(this.#options.usage.delivered(account, day));
    // Another request may have made the tally during the read.
    const meanwhile = this.#tallies.get(account);
    const tally = meanwhile?.day === day ? meanwhile : { day, noted, since: 0, underWay: 0 };
    this.#tallies.set(account, tally);
    return tally;
  }

  #note(): void {
    this.#noting = this.#noting.then(async () => {
      for (const [account, tally] of this.#tallies) await this.#noteOne(account, tally);
    });
  }

  async #noteOne(account: string, tally: Tally): Promise<void> {
    const bytes = tally.since;
    if (bytes === 0) return;
    tally.since = 0;
    tally.underWay += bytes;
    try {
      tally.noted = await this.#options.usage.addDelivered(account, tally.day, bytes);
    } catch (error) {
      tally.since += bytes;
      this.#options.log.warn({ err: error, account }, 'cannot record delivered bytes: trying again');
    } finally {
      tally.underWay -= bytes;
    }
  }
}
