import { type Clock, type Logger, type Nats, systemClock } from '@tintype/runtime';
import type { BirthRecord } from './birth-record.js';
import { Births, LedgerLost } from './births.js';

export interface LedgerWatchOptions {
  nats: Pick<Nats, 'manager'>;
  record: Pick<BirthRecord, 'read'>;
  log: Pick<Logger, 'error' | 'warn'>;
  clock?: Pick<Clock, 'after'>;
  /** The pause between two checks. Default: 10 s. */
  everyMs?: number;
}

const notChecked = 'The ledger has not been checked yet.';
const noRecord =
  'The record of which ledger is the right one is missing, so no session is charged. Restore the record, or write a new one: ' +
  'restart `make run`, upgrade the installation in a cluster, or run `npx --no tintype ledger adopt`.';

/** Whether the ledger is the recorded one is unknown: no check has succeeded yet, or the record is missing. */
export class LedgerUnknown extends Error {
  override name = 'LedgerUnknown';
}

/**
 * Checks every 10 s that the ledger is the recorded one, for the programs that settle. While it is not, or while this
 * is unknown, these programs settle nothing and are not ready. They continue once the ledger is back or adopted. While
 * NATS is unreachable, the last result holds: no write is possible then.
 */
export class LedgerWatch {
  readonly #options: LedgerWatchOptions;
  #fault: Error | undefined = new LedgerUnknown(notChecked);
  #isStopped = false;
  #cancelNextCheck: () => void = () => undefined;

  constructor(options: LedgerWatchOptions) {
    this.#options = options;
  }

  /** Why settling stopped and what to do; undefined while all is well. */
  get fault(): string | undefined {
    return this.#fault?.message;
  }

  /** Checks now, and again `everyMs` after each check. Resolves after the first check. */
  async start(): Promise<void> {
    await this.#checkAndLog();
    const { clock = systemClock, everyMs = 10_000 } = this.#options;
    if (!this.#isStopped) this.#cancelNextCheck = clock.after(everyMs, () => void this.start());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelNextCheck();
  }

  /** Checks nothing now. @throws LedgerLost or LedgerUnknown, from the last check */
  assert(): void {
    if (this.#fault) throw this.#fault;
  }

  /** Checks now. @throws LedgerLost, LedgerUnknown, or the error that prevents the check */
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
        this.#options.log.warn({ err: error }, 'cannot check whether the ledger is the recorded one');
    }
  }

  #setFault(fault: Error | undefined): void {
    const { log } = this.#options;
    if (fault && fault.message !== this.#fault?.message)
      log.error({ err: fault }, 'no session is charged until the ledger is back (runbook: TintypeLedgerLost)');
    // A warning and not info: a person who saw the loss waits for this line.
    if (!fault && this.#fault instanceof LedgerLost) log.warn('the ledger is back: sessions are charged again');
    this.#fault = fault;
  }
}
