import { streams } from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { type RenderCharge, readCharge } from './charges.js';
import { UnreadableRecord } from './records.js';
import type { SessionCharge } from './session-charge.js';

export type AnyCharge = RenderCharge | SessionCharge;

export interface ChargeLoopOptions {
  nats: Pick<Nats, 'jetstream'>;
  /** A durable consumer of charges that gives out one at a time. */
  consumer: string;
  /**
   * Called at least once for each readable charge. If it rejects, the charge is delivered again after a second. After
   * an UnreadableRecord the charge is skipped instead, because it would block all later ones.
   */
  add: (charge: AnyCharge, sequence: number) => Promise<void>;
  log: Logger;
}

/** The delay before a failed charge is delivered again. */
const retryMs = 1000;

/**
 * Passes all charges to `add`, in the order of the stream. Each replica runs one loop; one of them gets each charge.
 */
export class ChargeLoop {
  readonly #options: ChargeLoopOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: ChargeLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= pullLoop({
      ...this.#options,
      stream: streams.charges,
      handle: (message) => this.#handle(message),
      signal: this.#stopping.signal,
    });
  }

  /** Resolves when no charge is being processed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #handle(message: JsMsg): Promise<void> {
    try {
      const charge = this.#read(message);
      if (charge) await this.#add(charge, message);
      message.ack();
    } catch (error) {
      message.nak(retryMs);
      throw error;
    }
  }

  /** Undefined for an unreadable charge. It is skipped, because it would block all later ones. */
  #read(message: JsMsg): AnyCharge | undefined {
    const { consumer, log } = this.#options;
    const { data, error } = readCharge(message);
    if (!data)
      log.error(
        { err: error, subject: message.subject, consumer },
        'cannot read a charge: skipping it; `tintype ledger verify` lists it',
      );
    return data;
  }

  async #add(charge: AnyCharge, { seq, subject }: JsMsg): Promise<void> {
    const { add, consumer, log } = this.#options;
    try {
      await add(charge, seq);
    } catch (cause) {
      if (!(cause instanceof UnreadableRecord)) throw cause;
      log.error(
        { err: cause, account: charge.account, subject, consumer },
        'the record of this account is damaged and lacks this charge; `tintype ledger verify` lists it',
      );
    }
  }
}
