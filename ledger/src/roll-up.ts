import { streams, usageConsumer } from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { renderChargeSchema } from './charge.js';
import type { UsageBook } from './usage-book.js';

export interface RollUpOptions {
  nats: Nats;
  usage: UsageBook;
  log: Logger;
}

/**
 * Adds charges to the usage of their account and day. Any number of replicas may run it: the consumer hands out one
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
      handle: (message) => this.#add(message),
      signal: this.#stopping.signal,
    });
  }

  /** Resolves when nothing of it is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #add(message: JsMsg): Promise<void> {
    const { data, error } = renderChargeSchema.safeParse(read(message));
    if (data) await this.#options.usage.add(data, message.seq);
    // It stays in the ledger, where `tintype ledger verify` finds it; here it would hold up those after it.
    else this.#options.log.error({ err: error, subject: message.subject }, 'a charge cannot be read');
    message.ack();
  }
}

const read = (message: JsMsg): unknown => {
  try {
    return message.json();
  } catch {
    return undefined;
  }
};
