import { type Clock, type Logger, type Nats, systemClock } from '@tintype/runtime';
import type { BirthRecord } from './birth-record.js';
import { Births, LedgerLost } from './births.js';

export interface LedgerWatchOptions {
  nats: Pick<Nats, 'manager'>;
  record: Pick<BirthRecord, 'read'>;
  log: Pick<Logger, 'error' | 'warn'>;
  clock?: Pick<Clock, 'after'>;
  everyMs?: number;
}

const notChecked = 'Nobody has looked yet whether the ledger is the one that was recorded.';
const noRecord =
  'The record of which ledger is the right one is missing, and nothing is settled without it. Restore it, or have it written ' +
  'anew: `make run` does when it starts again, an upgrade of the installation in a cluster, and `npx tintype ledger adopt`.';

/** Nobody knows yet whether the ledger is the right one. */
export class LedgerUnknown extends Error {
  override name = 'LedgerUnknown';
}

/**
 * Says whether the ledger is the one that was recorded, for programs that settle: while it is not, or nobody has looked yet,
 * nothing is settled and the program is not ready. Looks again every so often, and goes on once the ledger is back or
 * adopted. While NATS cannot be asked, what it said last holds: nothing can be written then.
 */
export class LedgerWatch {
  readonly #options: LedgerWatchOptions;
  #fault: Error | undefined = new LedgerUnknown(notChecked);
  #isStopped = false;
  #cancel: () => void = () => undefined;

  constructor(options: LedgerWatchOptions) {
    this.#options = options;
  }

  /** Why nothing is settled, and what to do; undefined while all is well. */
  get fault(): string | undefined {
    return this.#fault?.message;
  }

  /** Looks, and then again and again. */
  async start(): Promise<void> {
    await this.#checkAndLog();
    const { clock = systemClock, everyMs = 10_000 } = this.#options;
    if (!this.#isStopped) this.#cancel = clock.after(everyMs, () => void this.start());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** @throws LedgerLost or LedgerUnknown, by the last look */
  assert(): void {
    if (this.#fault) throw this.#fault;
  }

  /** Looks now. @throws LedgerLost, LedgerUnknown, or what keeps it from looking */
  async check(): Promise<void> {
    const { record, nats } = this.#options;
    const recorded = await record.read();
    const births = await Births.read(nats.manager);
    this.#setFault(recorded === undefined ? new LedgerUnknown(noRecord) : births.mismatch(recorded));
    this.assert();
  }

  async #checkAndLog(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      if (error !== this.#fault)
        this.#options.log.warn({ err: error }, 'cannot look whether the ledger is the right one');
    }
  }

  #setFault(fault: Error | undefined): void {
    const { log } = this.#options;
    if (fault && fault.message !== this.#fault?.message) log.error({ err: fault }, 'nothing is settled');
    // As loud as the loss: whoever was told of that waits for this.
    if (!fault && this.#fault instanceof LedgerLost) log.warn('the ledger is back: settling goes on');
    this.#fault = fault;
  }
}
