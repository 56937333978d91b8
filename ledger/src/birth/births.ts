import { buckets, streams } from '@tintype/contracts';
import { JetStreamApiError, type JetStreamManager } from '@tintype/runtime';

const remedy =
  'Check that this is the right NATS with the right data, and restore the streams from a backup. If they are lost, run ' +
  '`npx --no tintype ledger adopt`: it adopts the existing streams, creates the missing ones, and lists the consequences.';

/** One clause about the streams; empty if there are none. */
const clauseAbout = (names: readonly string[], singular: string, plural: string): string[] =>
  names.length === 0 ? [] : [`${names.join(', ')} ${names.length === 1 ? singular : plural}`];

/**
 * The ledger is not the recorded one, so a person must decide. Continuing would charge sessions twice, or never. The
 * message says what is wrong and what to do.
 */
export class LedgerLost extends Error {
  override name = 'LedgerLost';
  /** Missing streams. Without them, `verifyLedger` cannot compare the others. */
  readonly missing: readonly string[];

  /** @param foreign existing streams with another birth than the recorded one */
  constructor(missing: readonly string[], foreign: readonly string[], problem = 'The ledger is not the recorded one') {
    const parts = [
      ...clauseAbout(missing, 'is missing', 'are missing'),
      ...clauseAbout(foreign, 'is not the recorded stream', 'are not the recorded streams'),
    ];
    super(`${problem}: ${parts.join('; ')}. No session is charged until this is repaired. ${remedy}`);
    this.missing = missing;
  }
}

/** The key of the birth in the metadata of each ledger stream. */
const birthKey = 'tintype-birth';

export const birthMetadata = (birth: string): Record<string, string> => ({ [birthKey]: birth });

interface StreamState {
  stream: string;
  exists: boolean;
  /** Undefined for a missing stream, and for one that `makeLedger` neither created nor updated. */
  birth: string | undefined;
  /** Whether the stream ever had a message. */
  wasUsed: boolean;
  messages: number;
}

/** JetStream's error code for a missing stream. */
const streamNotFound = 10_059;

const recordMissing = 'The ledger was in use, but the record of its birth is missing';

/** Asks the stream's leader. */
const stateOf = async ({ streams: streamApi }: JetStreamManager, stream: string): Promise<StreamState> => {
  try {
    const { config, state } = await streamApi.info(stream);
    return {
      stream,
      exists: true,
      birth: config.metadata?.[birthKey],
      wasUsed: state.last_seq > 0,
      messages: state.messages,
    };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound)
      return { stream, exists: false, birth: undefined, wasUsed: false, messages: 0 };
    throw error;
  }
};

/** What the leaders of the ledger's streams answered: which streams exist, and with which births. */
export class Births {
  readonly #states: readonly StreamState[];
  readonly #manager: JetStreamManager;

  private constructor(states: readonly StreamState[], manager: JetStreamManager) {
    this.#states = states;
    this.#manager = manager;
  }

  static async read(manager: JetStreamManager): Promise<Births> {
    const names = [streams.charges, streams.opens, streams.slots];
    return new Births(await Promise.all(names.map((name) => stateOf(manager, name))), manager);
  }

  /** The names of the missing streams. */
  get missing(): string[] {
    return this.#states.filter(({ exists }) => !exists).map(({ stream }) => stream);
  }

  /** The existing streams, with their numbers of messages. */
  get found(): { stream: string; messages: number }[] {
    const existing = this.#states.filter(({ exists }) => exists);
    return existing.map(({ stream, messages }) => ({ stream, messages }));
  }

  /** The different births of the existing streams: one if all is well, none before the first start. */
  get distinct(): string[] {
    return [...new Set(this.#states.map(({ birth }) => birth).filter((birth) => birth !== undefined))];
  }

  /** The error to throw; undefined if every stream exists and has this birth. */
  mismatch(expected: string): LedgerLost | undefined {
    const foreign = this.#states.filter(({ exists, birth }) => exists && birth !== expected);
    if (this.missing.length + foreign.length === 0) return undefined;
    return new LedgerLost(
      this.missing,
      foreign.map(({ stream }) => stream),
    );
  }

  /**
   * The error to throw; undefined if nothing was lost. With a recorded birth, the same as `mismatch`. Without one,
   * streams of different births are a loss. A missing stream is a loss only if the ledger was ever used. To check
   * that, the admin login is needed.
   */
  async lossOf(recorded: string | undefined): Promise<LedgerLost | undefined> {
    return recorded === undefined ? this.#lossWithoutRecord() : this.mismatch(recorded);
  }

  /** An interrupted first start is no loss: its streams were never used. */
  async #lossWithoutRecord(): Promise<LedgerLost | undefined> {
    const [first, ...others] = this.distinct;
    if (first !== undefined && others.length > 0) return this.mismatch(first);
    if (this.missing.length === 0 || !(await this.#wasUsed())) return undefined;
    return new LedgerLost(this.missing, [], recordMissing);
  }

  /** Whether the ledger ever had an entry. Usage is kept forever, so it shows that charges once existed. */
  async #wasUsed(): Promise<boolean> {
    if (this.#states.some(({ wasUsed }) => wasUsed)) return true;
    return (await this.#usage()).wasUsed;
  }

  /** Whether the bucket of usage exists. */
  async hasUsage(): Promise<boolean> {
    return (await this.#usage()).exists;
  }

  #usage(): Promise<StreamState> {
    return stateOf(this.#manager, `KV_${buckets.usage}`);
  }
}
