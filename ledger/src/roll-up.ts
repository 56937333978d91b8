import { setTimeout as sleep } from 'node:timers/promises';
import { streams, usageConsumer } from '@tintype/contracts';
import { Backoff, type Consumer, type JsMsg, type Logger, type Nats } from '@tintype/runtime';
import { renderChargeSchema } from './charge.js';
import type { UsageBook } from './usage-book.js';

export interface RollUpOptions {
  nats: Nats;
  usage: UsageBook;
  log: Logger;
}

/** A pull that is under way cannot be taken back: stopping waits for it. */
const pullMs = 1000;

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
    this.#running ??= this.#follow();
  }

  /** Resolves when nothing of it is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    const { nats, log } = this.#options;
    const backoff = new Backoff({ firstMs: 100, maxMs: 5000 });
    let consumer: Consumer | undefined;
    while (!this.#stopping.signal.aborted) {
      try {
        consumer ??= await nats.jetstream.consumers.get(streams.charges, usageConsumer);
        const message = await consumer.next({ expires: pullMs });
        if (message) await this.#add(message);
        backoff.reset();
      } catch (error) {
        log.warn({ err: error }, 'cannot roll up charges');
        consumer = undefined;
        await sleep(backoff.next(), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
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
