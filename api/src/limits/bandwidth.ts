import { TintypeError } from '@tintype/contracts';
import { type Delivered, dayOf, noneDelivered, type UsageRecords } from '@tintype/ledger';
import { Counter, type Logger, type Registry } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import { reachable } from '../reachable.js';
import type { LimitState } from './rate-limit-headers.js';

export interface BandwidthOptions {
  usage: Pick<UsageRecords, 'addDelivered' | 'delivered'>;
  /** Gets the bytes of each delivery. */
  onDelivery: (bytes: number) => void;
  log: Logger;
}

export const observeDeliveries = (registry: Registry): BandwidthOptions['onDelivery'] => {
  const delivered = new Counter({
    name: 'tintype_delivered_bytes_total',
    help: 'Bytes of cached results in answers and by links to files.',
    registers: [registry],
  });
  return (bytes) => delivered.inc(bytes);
};

interface Tally {
  /** UTC, `yyyy-mm-dd`. */
  day: string;
  /** The end of this day, in milliseconds of the Unix epoch. */
  endsAt: number;
  /** Recorded deliveries of this day on all replicas, as of this replica's last read or write. */
  recorded: Delivered;
  /** This replica's deliveries that no write has taken yet. */
  unrecorded: Delivered;
  /** Deliveries of a write in flight. */
  inFlight: Delivered;
  /** Bytes of answers that are being sent. */
  held: number;
}

const plus = (a: Delivered, b: Delivered): Delivered => ({ bytes: a.bytes + b.bytes, answers: a.answers + b.answers });

const bytesOf = ({ recorded, unrecorded, inFlight, held }: Tally) =>
  recorded.bytes + unrecorded.bytes + inFlight.bytes + held;

/** Compares times, because to format today's date takes longer than all else that `count` does. */
const isToday = ({ endsAt }: Tally) => {
  const leftMs = endsAt - Date.now();
  return leftMs > 0 && leftMs <= daySeconds * 1000;
};

const isBelow = (tally: Tally, limit: number) => bytesOf(tally) < limit;

/** The time between two writes. Replicas may exceed the limit by what they deliver in this time. */
const recordMs = 2000;

const daySeconds = 86_400;

const endOf = (day: string) => Date.parse(`${day}T00:00:00Z`) + daySeconds * 1000;

const usedUp = (limit: number) =>
  `The account has delivered its ${limit} bytes of cached results for today. After midnight UTC it delivers more. New results still work.`;

const secondsToMidnight = () => Math.ceil((endOf(dayOf(Date.now())) - Date.now()) / 1000);

/** Counts and limits deliveries of cached results per account and UTC day. Records them in the usage every 2 s. */
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

  /** Throws `bandwidth_exceeded` if the account has used up its limit of today, and `unavailable` without NATS. */
  async check({ id, limits }: Pick<Account, 'id' | 'limits'>): Promise<void> {
    const tally = await this.#tallyOf(id);
    const limit = limits.bandwidthBytesPerDay;
    if (limit === null || isBelow(tally, limit)) return;
    throw new TintypeError('bandwidth_exceeded', usedUp(limit), { retryAfterSeconds: secondsToMidnight() });
  }

  /** Whether `check` is certain to pass. False before the day's first check. */
  passes({ id, limits }: Pick<Account, 'id' | 'limits'>): boolean {
    const tally = this.#currentTally(id);
    const limit = limits.bandwidthBytesPerDay;
    return tally !== undefined && (limit === null || isBelow(tally, limit));
  }

  /** Counts an answer with a cached result; 304 has 0 bytes. */
  count({ id }: Pick<Account, 'id'>, bytes: number): void {
    this.#options.onDelivery(bytes);
    const add = (tally: Tally) => {
      tally.unrecorded = plus(tally.unrecorded, { bytes, answers: 1 });
    };
    const tally = this.#currentTally(id);
    if (tally) add(tally);
    // Two answers come before the day's first check: one without bytes, and one that was checked before midnight.
    else void this.#tallyOf(id).then(add, (error) => this.#warn(error, id));
  }

  /**
   * Counts the bytes of an answer against the limit while they are sent. Call the returned function once, at the end,
   * with the number of sent bytes.
   */
  hold(account: Pick<Account, 'id'>, bytes: number): (sent: number) => void {
    const tally = this.#currentTally(account.id);
    if (tally) tally.held += bytes;
    return (sent) => {
      if (tally) tally.held -= bytes;
      this.count(account, sent);
    };
  }

  /** How much of its limit the account has left. Undefined without a limit, and before the day's first check. */
  state({ id, limits }: Pick<Account, 'id' | 'limits'>): LimitState | undefined {
    const quota = limits.bandwidthBytesPerDay;
    const tally = this.#currentTally(id);
    if (quota === null || !tally) return undefined;
    const window = { windowSeconds: daySeconds, unit: 'content-bytes' } as const;
    const remaining = quota - bytesOf(tally);
    return { name: 'bandwidth', quota, ...window, remaining, resetSeconds: secondsToMidnight() };
  }

  /** Records the deliveries since the last write. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#recordAll();
    await this.#recording;
  }

  /** Undefined before the day's first check. */
  #currentTally(account: string): Tally | undefined {
    const tally = this.#tallies.get(account);
    return tally && isToday(tally) ? tally : undefined;
  }

  async #tallyOf(account: string): Promise<Tally> {
    const current = this.#currentTally(account);
    if (current) return current;
    const earlier = this.#tallies.get(account);
    if (earlier) await this.#recordOne(account, earlier);
    const day = dayOf(Date.now());
    const recorded = await reachable(this.#options.usage.delivered(account, day));
    // Another request may have made the tally during the read.
    const newer = this.#tallies.get(account);
    const none = { unrecorded: noneDelivered, inFlight: noneDelivered, held: 0 };
    const tally = newer?.day === day ? newer : { day, endsAt: endOf(day), recorded, ...none };
    this.#tallies.set(account, tally);
    return tally;
  }

  #recordAll(): void {
    this.#recording = this.#recording.then(async () => {
      for (const [account, tally] of this.#tallies) await this.#recordOne(account, tally);
    });
  }

  async #recordOne(account: string, tally: Tally): Promise<void> {
    const delivered = tally.unrecorded;
    if (delivered.answers === 0) return;
    tally.unrecorded = noneDelivered;
    tally.inFlight = plus(tally.inFlight, delivered);
    try {
      tally.recorded = await this.#options.usage.addDelivered(account, tally.day, delivered);
    } catch (error) {
      tally.unrecorded = plus(tally.unrecorded, delivered);
      this.#warn(error, account);
    } finally {
      const { bytes, answers } = delivered;
      tally.inFlight = plus(tally.inFlight, { bytes: -bytes, answers: -answers });
    }
  }

  #warn(err: unknown, account: string): void {
    this.#options.log.warn({ err, account }, 'cannot record delivered bytes: trying again');
  }
}
