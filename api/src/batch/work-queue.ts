import { type BatchWorkKind, streams } from '@tintype/contracts';
import { atMost, type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import type { BatchKey } from './facts/batch-log.js';
import type { RunSignals } from './run/batch-run.js';

/** Resolves with undefined when the work is done, or with the milliseconds until its next delivery. */
export type Work = (batchKey: BatchKey, signals: RunSignals) => Promise<number | undefined>;

export interface WorkQueueOptions {
  nats: Nats;
  kind: BatchWorkKind;
  /** The most pieces of work at once in this replica. */
  atOnce: number;
  /** The most pieces of work of one account at once. So an account with slow work cannot fill the replica. */
  accountAtOnce: number;
  work: Work;
  /** Called after the work, once the server has removed it from the queue. */
  afterDone?: (batchKey: BatchKey) => Promise<void>;
  onFailure: (kind: BatchWorkKind) => void;
  log: Logger;
}

/** How often running work asks the server for more time, well within the consumer's ack_wait of 10 s. */
const keepAliveMs = 2500;
/** Failed work is delivered again after this time. */
const retryMs = 5000;
/** Work above the account's limit is delivered again after this time. */
const crowdedMs = 2000;
/** When the program stops, running items have this time to end. */
const graceMs = 10_000;

class Stopping extends Error {
  override name = 'Stopping';
}

interface Running {
  account: string;
  /** The latest delivery of the work: after a lost connection, the server delivers the work again. */
  message: JsMsg;
  done: Promise<void>;
}

const batchKeyIn = ({ subject }: JsMsg): BatchKey => {
  const [, , account = '', batch = ''] = subject.split('.');
  return { account, batch };
};

/** Does queued work on batches. The server gives each batch to one replica, and to another if that replica vanishes. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  /** Keyed by batch. */
  readonly #running = new Map<string, Running>();
  readonly #draining = new AbortController();
  readonly #ending = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  start(): void {
    const { nats, kind, log } = this.#options;
    this.#loop ??= pullLoop({
      ...{ nats, log, stream: streams.batchWork, consumer: kind },
      handle: (message) => this.#handle(message),
      signal: this.#draining.signal,
    });
  }

  /**
   * Waits up to 10 s for items in work. Then returns unfinished work to the queue, so that another replica continues at
   * once.
   */
  async stop(): Promise<void> {
    const reason = new Stopping('The api is stopping.');
    this.#draining.abort(reason);
    const allDone = Promise.all([...this.#running.values()].map(({ done }) => done));
    await atMost(graceMs, () => allDone).catch(() => undefined);
    this.#ending.abort(reason);
    await allDone;
    await this.#loop;
    // The last pull may have started one more piece of work.
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #handle(message: JsMsg): Promise<void> {
    const batchKey = batchKeyIn(message);
    const existing = this.#running.get(batchKey.batch);
    if (existing) {
      existing.message = message;
      return;
    }
    if (this.#isCrowded(batchKey.account)) return message.nak(crowdedMs);
    const running: Running = { message, account: batchKey.account, done: Promise.resolve() };
    this.#running.set(batchKey.batch, running);
    running.done = this.#work(batchKey, running).finally(() => this.#running.delete(batchKey.batch));
    if (this.#running.size >= this.#options.atOnce)
      await Promise.race([...this.#running.values()].map((each) => each.done));
  }

  #isCrowded(account: string): boolean {
    const running = [...this.#running.values()].filter((each) => each.account === account);
    return running.length >= this.#options.accountAtOnce;
  }

  async #work(batchKey: BatchKey, running: Running): Promise<void> {
    const timer = setInterval(() => running.message.working(), keepAliveMs);
    const { work, afterDone, kind, onFailure, log } = this.#options;
    try {
      const nextMs = await work(batchKey, { draining: this.#draining.signal, ending: this.#ending.signal });
      if (nextMs !== undefined) return running.message.nak(nextMs);
      await running.message.ackAck();
      await afterDone?.(batchKey);
    } catch (error) {
      if (error instanceof Stopping) return running.message.nak();
      onFailure(kind);
      log.warn({ err: error, kind, ...batchKey }, 'work on a batch failed: trying again');
      running.message.nak(retryMs);
    } finally {
      clearInterval(timer);
    }
  }
}
