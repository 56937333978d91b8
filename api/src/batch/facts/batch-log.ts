import { type BatchWorkKind, streams, subjects, TintypeError } from '@tintype/contracts';
import { isConflict, lastMessages, messagesPerRead, type Nats, type StoredMessage } from '@tintype/runtime';
import { reachable, reachableAgain } from '../../reachable.js';

/** Names one batch of an account. */
export interface BatchKey {
  /** Id of the account. */
  account: string;
  /** Id of the batch, `batch_<uuid>`. */
  batch: string;
}

/** Facts about batches, each written once under a name, and a queue of work on them. */
export interface BatchLog {
  /** Writes the fact, and answers true. If the batch has a fact of this name, keeps that one and answers false. */
  write: (batchKey: BatchKey, name: string, fact: unknown) => Promise<boolean>;
  /** Reads the fact from the stream's leader, so the answer is never out of date. */
  read: (batchKey: BatchKey, name: string) => Promise<unknown>;
  /**
   * The facts with these names, by name. Any server of the stream answers, so facts of the last second may be missing.
   * `*` stands for the rest of a name.
   */
  readMany: (batchKey: BatchKey, names: readonly string[]) => Promise<Map<string, unknown>>;
  /** Removes a fact, if it exists. `*` stands for the rest of a name. */
  remove: (batchKey: BatchKey, name: string) => Promise<void>;
  /** The batches of an account that have this fact. */
  batchesWith: (account: string, name: string) => Promise<string[]>;
  /** How many batches of all accounts have this fact. */
  count: (name: string) => Promise<number>;
  /** Queues work on a batch. Does nothing if the batch has work of this kind already. */
  queue: (kind: BatchWorkKind, batchKey: BatchKey) => Promise<void>;
  /** Delivers queued work now. Its delivery that was planned for later still happens. */
  hasten: (kind: BatchWorkKind, batchKey: BatchKey) => Promise<void>;
  /** The number of the account's batches with queued work of the kind. */
  queued: (kind: BatchWorkKind, account: string) => Promise<number>;
  /** When the oldest work of the kind was queued, in milliseconds of the Unix epoch; undefined if there is none. */
  oldestQueuedAt: (kind: BatchWorkKind) => Promise<number | undefined>;
  /** Stored bytes of the account (the sum of its facts `stored.<bytes>`) and of all accounts, and the limit. */
  usage: (account: string) => Promise<BatchUsage>;
}

/** In bytes. */
export interface BatchUsage {
  account: number;
  all: number;
  limit: number;
}

const timeoutMs = 5000;

/** NATS has one error code for a full stream and for a subject that has a message. Only the error's text differs. */
const isFull = (error: unknown) => error instanceof Error && error.message.includes('maximum bytes');

/** Options of a write that fails if the subject has a message. */
const onlyOnce = { expect: { lastSubjectSequence: 0 }, timeout: timeoutMs };

/** Stores facts and work in streams with one message per subject. Throws `unavailable` if NATS does not answer. */
export class JetStreamBatchLog implements BatchLog {
  readonly #nats: Pick<Nats, 'jetstream' | 'manager' | 'connected'>;

  constructor(nats: Pick<Nats, 'jetstream' | 'manager' | 'connected'>) {
    this.#nats = nats;
  }

  write({ account, batch }: BatchKey, name: string, fact: unknown): Promise<boolean> {
    return this.#publish(subjects.batch(account, batch, name), fact);
  }

  async read({ account, batch }: BatchKey, name: string): Promise<unknown> {
    const { manager } = this.#nats;
    const last = { last_by_subj: subjects.batch(account, batch, name) };
    const message = await reachableAgain(this.#nats, () => manager.streams.getMessage(streams.batches, last));
    return message?.json();
  }

  async readMany({ account, batch }: BatchKey, names: readonly string[]): Promise<Map<string, unknown>> {
    const found: StoredMessage[] = [];
    for (let at = 0; at < names.length; at += messagesPerRead) {
      const subjectsToRead = names.slice(at, at + messagesPerRead).map((name) => subjects.batch(account, batch, name));
      found.push(
        ...(await reachableAgain(this.#nats, () => lastMessages(this.#nats.manager, streams.batches, subjectsToRead))),
      );
    }
    const prefix = subjects.batch(account, batch, '');
    return new Map(found.map((message) => [message.subject.slice(prefix.length), message.json()]));
  }

  async remove({ account, batch }: BatchKey, name: string): Promise<void> {
    const { manager } = this.#nats;
    const filter = subjects.batch(account, batch, name);
    await reachableAgain(this.#nats, () => manager.streams.purge(streams.batches, { filter }));
  }

  async batchesWith(account: string, name: string): Promise<string[]> {
    return (await this.#subjectsOf(subjects.batch(account, '*', name))).map((subject) => subject.split('.')[2] ?? '');
  }

  async count(name: string): Promise<number> {
    return (await this.#subjectsOf(subjects.batch('*', '*', name))).length;
  }

  async queue(kind: BatchWorkKind, { account, batch }: BatchKey): Promise<void> {
    await this.#publish(subjects.batchWork(kind, account, batch), {});
  }

  async hasten(kind: BatchWorkKind, { account, batch }: BatchKey): Promise<void> {
    await this.#publish(subjects.batchWorkNow(kind, account, batch), {});
  }

  async queued(kind: BatchWorkKind, account: string): Promise<number> {
    const filter = { subjects_filter: subjects.batchWorkOfAccount(kind, account) };
    const { state } = await reachable(this.#nats.manager.streams.info(streams.batchWork, filter));
    return Object.keys(state.subjects ?? {}).length;
  }

  async oldestQueuedAt(kind: BatchWorkKind): Promise<number | undefined> {
    const first = { seq: 1, next_by_subj: subjects.batchWorkOf(kind) };
    const message = await reachable(this.#nats.manager.streams.getMessage(streams.batchWork, first));
    return message?.time.getTime();
  }

  async usage(account: string): Promise<BatchUsage> {
    const filter = { subjects_filter: subjects.batch(account, '*', 'stored.*') };
    const { state, config } = await reachable(this.#nats.manager.streams.info(streams.batches, filter));
    const sizes = Object.keys(state.subjects ?? {}).map((subject) => Number(subject.split('.').at(-1)));
    return { account: sizes.reduce((sum, size) => sum + size, 0), all: state.bytes, limit: config.max_bytes };
  }

  async #subjectsOf(subjects_filter: string): Promise<string[]> {
    const { state } = await reachable(this.#nats.manager.streams.info(streams.batches, { subjects_filter }));
    return Object.keys(state.subjects ?? {});
  }

  async #publish(subject: string, body: unknown): Promise<boolean> {
    const text = JSON.stringify(body);
    try {
      await reachableAgain(this.#nats, () => this.#nats.jetstream.publish(subject, text, onlyOnce));
      return true;
    } catch (error) {
      if (isFull(error)) throw new TintypeError('unavailable', undefined, { cause: error });
      if (isConflict(error)) return false;
      throw error;
    }
  }
}
