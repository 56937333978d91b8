import { streams, usageConsumer } from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { type RenderCharge, readCharge } from './charges.js';
import type { SessionCharge } from './session-charge.js';
import { UnreadableUsage, type UsageBook } from './usage-book.js';

/** The list of ended sessions. A charge may come more than once. */
export interface SessionIndex {
  add: (charge: SessionCharge) => Promise<void>;
}

export interface RollUpOptions {
  nats: Nats;
  usage: Pick<UsageBook, 'add'>;
  /** Default: none. */
  sessions?: SessionIndex;
  log: Logger;
}

/** The delay before a failed charge comes again. */
const retryMs = 1000;

/**
 * Adds charges to the usage of account and day, and ended sessions to their list. All replicas run it: the consumer
 * delivers one charge at a time, and each record stores the last sequence it includes.
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

  /** Skips unreadable charges and usage, which would block all later ones; `tintype ledger verify` shows them. */
  #read(message: JsMsg): RenderCharge | SessionCharge | undefined {
    const { data, error } = readCharge(message);
    if (!data) this.#options.log.error({ err: error, subject: message.subject }, 'cannot read a charge: skipping it');
    return data;
  }

  async #add(charge: RenderCharge | SessionCharge, { seq, subject }: JsMsg): Promise<void> {
    const { usage, sessions, log } = this.#options;
    try {
      await usage.add(charge, seq);
    } catch (cause) {
      if (!(cause instanceof UnreadableUsage)) throw cause;
      log.error({ err: cause, account: charge.account, subject }, 'cannot add a charge to the usage: skipping it');
    }
    if (sessions && 'session' in charge) await sessions.add(charge);
  }
}
