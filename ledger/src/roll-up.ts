import { usageConsumer } from '@tintype/contracts';
import type { Logger, Nats } from '@tintype/runtime';
import { ChargeLoop } from './charge-loop.js';
import type { SessionCharge } from './session-charge.js';
import type { UsageRecords } from './usage-records.js';

/** The list of ended sessions. `add` may get the same charge more than once. */
export interface SessionIndex {
  add: (charge: SessionCharge) => Promise<void>;
}

export interface RollUpOptions {
  nats: Nats;
  usage: Pick<UsageRecords, 'add'>;
  /** Without it, ended sessions are not listed. */
  sessions?: SessionIndex;
  log: Logger;
}

/**
 * Adds charges to the usage of account and day, and ended sessions to their list. Each usage record stores the last
 * sequence that it includes, so a charge that is delivered twice is added once.
 * `tintype ledger verify` shows the charges that were skipped.
 */
export class RollUp {
  readonly #loop: ChargeLoop;

  constructor({ nats, usage, sessions, log }: RollUpOptions) {
    this.#loop = new ChargeLoop({
      nats,
      consumer: usageConsumer,
      add: async (charge, sequence) => {
        // List the session first: an unreadable usage record then does not keep the session from the list.
        if (sessions && 'session' in charge) await sessions.add(charge);
        await usage.add(charge, sequence);
      },
      log,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Resolves when no charge is being processed. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }
}
