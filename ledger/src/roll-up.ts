import { streams, usageConsumer } from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { readCharge } from './charge.js';
import { UnreadableUsage, type UsageBook } from './usage-book.js';

export interface RollUpOptions {
  nats: Nats;
  usage: Pick<UsageBook, 'add'>;
  log: Logger;
}

/** A charge that could not be added is handed out again after so long. */
const againMs = 1000;

/**
 * Adds charges, of renders and of sessions, to the usage of their account and day. Any number of replicas may run it: the consumer hands out one
 * charge at a time, and each record remembers the last one that it holds.
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
      await this.#add(message);
      message.ack();
    } catch (error) {
      message.nak(againMs);
      throw error;
    }
  }

  /**
   * What cannot be read, charge or usage, is passed over, where it would hold up all that come after it:
   * `tintype ledger verify` shows it.
   */
  async #add(message: JsMsg): Promise<void> {
    const { usage, log } = this.#options;
    const { data, error } = readCharge(message);
    if (!data) {
      log.error({ err: error, subject: message.subject }, 'a charge cannot be read');
      return;
    }
    try {
      await usage.add(data, message.seq);
    } catch (cause) {
      if (!(cause instanceof UnreadableUsage)) throw cause;
      log.error({ err: cause, account: data.account, subject: message.subject }, 'a charge is not in the usage');
    }
  }
}
