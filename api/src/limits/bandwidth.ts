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
  /** Bytes of this day on all replicas, as of our last write. */
  recorded: number;
  /** Our bytes since then. */
  since: number;
  /** Bytes of a write in flight. */
  inFlight: number;
}

/** Replicas may exceed the limit by their deliveries of this time. */
const recordMs = 2000;

const secondsToMidnight = () =>
  Math.ceil((Date.parse(`${dayOf(Date.now() + 86_400_000)}T00:00:00Z`) - Date.now()) / 1000);

/** Delivered bytes of cached results per account and UTC day, recorded in the usage every 2 s. */
export class Bandwidth {
  readonly #options: BandwidthOptions;
  readonly #tallies = new Map<string, Tally>();
  readonly #timer: NodeJS.Timeout;
  #recording: Promise<void> = Promise.resolve();

  constructor(options: BandwidthOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#recordAll(), recordMs);
    this.#timer.unref();
  }

  /** Throws `bandwidth_exceeded`. */
  async check({ id, limits }: Pick<Account, 'id' | 'limits'>): Promise<void> {
    const tally = await this.#tallyOf(id);
    const limit = limits.bandwidthBytesPerDay;
    if (limit === null || tally.recorded + tally.inFlight + tally.since < limit) return;
    throw new TintypeError('bandwidth_exceeded', undefined, { retryAfterSeconds: secondsToMidnight() });
  }

  /** `check` comes first. */
  count({ id }: Pick<Account, 'id'>, bytes: number): void {
    const tally = this.#tallies.get(id);
    if (tally) tally.since += bytes;
  }

  /** Records the remaining bytes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#recordAll();
    await this.#recording;
  }

  async #tallyOf(account: string): Promise<Tally> {
    const day = dayOf(Date.now());
    const known = this.#tallies.get(account);
    if (known?.day === day) return known;
    if (known) await this.#recordOne(account, known);
    const recorded = await reachable(this.#options.usage.delivered(account, day));
    // Another request may have made the tally during the read.
    const meanwhile = this.#tallies.get(account);
    const tally = meanwhile?.day === day ? meanwhile : { day, recorded, since: 0, inFlight: 0 };
    this.#tallies.set(account, tally);
    return tally;
  }

  #recordAll(): void {
    this.#recording = this.#recording.then(async () => {
      for (const [account, tally] of this.#tallies) await this.#recordOne(account, tally);
    });
  }

  async #recordOne(account: string, tally: Tally): Promise<void> {
    const bytes = tally.since;
    if (bytes === 0) return;
    tally.since = 0;
    tally.inFlight += bytes;
    try {
      tally.recorded = await this.#options.usage.addDelivered(account, tally.day, bytes);
    } catch (error) {
      tally.since += bytes;
      this.#options.log.warn({ err: error, account }, 'cannot record delivered bytes: trying again');
    } finally {
      tally.inFlight -= bytes;
    }
  }
}
