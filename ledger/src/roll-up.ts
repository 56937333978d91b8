import { usageConsumer } from '@tintype/contracts';
import type { Logger, Nats } from '@tintype/runtime';
import { ChargeLoop } from './charge-loop.js';
import type { SessionCharge } from './session-charge.js';
import type { UsageRecords } from './usage-records.js';

/** The list of ended sessions. A charge may come more than once. */
export interface SessionIndex {
  add: (charge: SessionCharge) => Promise<void>;
}

export interface RollUpOptions {
  nats: Nats;
  usage: Pick<UsageRecords, 'add'>;
  /** Default: none. */
  sessions?: SessionIndex;
  log: Logger;
}

/**
 * Adds charges to the usage of account and day, and ended sessions to their list. Each record stores the last sequence
 * it includes, so a charge that comes again is not added again. `tintype ledger verify` shows skipped charges.
 */
export class RollUp {
  readonly #loop: ChargeLoop;

  constructor({ nats, usage, sessions, log }: RollUpOptions) {
    this.#loop = new ChargeLoop({
      nats,
      consumer: usageConsumer,
      add: async (charge, sequence) => {
        // The session first, so that an unreadable usage record does not keep it from the list.
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
