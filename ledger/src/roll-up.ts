import { streams, usageConsumer } from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { type RenderCharge, readCharge } from './charges.js';
import type { SessionCharge } from './session-charge.js';
import { UnreadableUsage, type UsageBook } from './usage-book.js';

/** Where ended sessions are listed. The same charge may come more than once. */
export interface SessionIndex {
  add: (charge: SessionCharge) => Promise<void>;
}

export interface RollUpOptions {
  nats: Nats;
  usage: Pick<UsageBook, 'add'>;
  /** Nowhere by default. */
  sessions?: SessionIndex;
  log: Logger;
}

/** A charge that could not be added is handed out again after so long. */
const retryMs = 1000;

/**
 * Adds charges, of renders and of sessions, to the usage of their account and day, and sessions to the list of those that have
 * ended. Any number of replicas may run it: the consumer hands out one charge at a time, and each record remembers the last one
 * that it holds.
 */
export class RollUp {
  readonly #options: RollUpOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: RollUpOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= pullLoop({
      ...this.#options,
      stream: streams.charges,
      consumer: usageConsumer,
      handle: (message) => this.#handle(message),
      signal: this.#stopping.signal,
    });
  }

  /** Resolves when nothing of it is under way. */
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

  /**
   * What cannot be read, charge or usage, is passed over, where it would hold up all that come after it:
   * `tintype ledger verify` shows it.
   */
  #read(message: JsMsg): RenderCharge | SessionCharge | undefined {
    const { data, error } = readCharge(message);
    if (!data) this.#options.log.error({ err: error, subject: message.subject }, 'a charge cannot be read');
    return data;
  }

  async #add(charge: RenderCharge | SessionCharge, { seq, subject }: JsMsg): Promise<void> {
    const { usage, sessions, log } = this.#options;
    try {
      await usage.add(charge, seq);
    } catch (cause) {
      if (!(cause instanceof UnreadableUsage)) throw cause;
      log.error({ err: cause, account: charge.account, subject }, 'a charge is not in the usage');
    }
    if (sessions && 'session' in charge) await sessions.add(charge);
  }
}
