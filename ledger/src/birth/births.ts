import { buckets, streams } from '@tintype/contracts';
import { JetStreamApiError, type JetStreamManager } from '@tintype/runtime';

const remedy =
  'Check that this is the right NATS with the right data, and restore the streams from a backup. If they are lost, run ' +
  '`npx --no tintype ledger adopt`: it adopts the existing streams, creates the missing ones, and lists the consequences.';

const streamsThat = (streams: readonly string[], one: string, many: string): string[] =>
  streams.length === 0 ? [] : [`${streams.join(', ')} ${streams.length === 1 ? one : many}`];

/**
 * The ledger is not the recorded one, so a person must decide. Continuing would charge sessions twice, or never. The
 * message says what is wrong and what to do.
 */
export class LedgerLost extends Error {
  override name = 'LedgerLost';
  /** Missing streams; without them the others cannot be compared. */
  readonly missing: readonly string[];

  constructor(missing: readonly string[], others: readonly string[], what = 'The ledger is not the recorded one') {
    const parts = [
      ...streamsThat(missing, 'is missing', 'are missing'),
      ...streamsThat(others, 'is not the recorded stream', 'are not the recorded streams'),
    ];
    super(`${what}: ${parts.join('; ')}. No session is charged until this is repaired. ${remedy}`);
    this.missing = missing;
  }
}

/** A key in the metadata of each ledger stream. */
const birthKey = 'tintype-birth';

export const birthMetadata = (birth: string): Record<string, string> => ({ [birthKey]: birth });

interface Birth {
  stream: string;
  isThere: boolean;
  /** Undefined for a stream that `makeLedger` did not create. */
  birth: string | undefined;
  /** It once had a message. */
  wasUsed: boolean;
  messages: number;
}

const streamNotFound = 10_059;

const unrecorded = 'The ledger was in use, but the record of its birth is missing';

/** Asks the stream's leader. */
const birthOf = async ({ streams: api }: JetStreamManager, stream: string): Promise<Birth> => {
  try {
    const { config, state } = await api.info(stream);
    return {
      stream,
      isThere: true,
      birth: config.metadata?.[birthKey],
      wasUsed: state.last_seq > 0,
      messages: state.messages,
    };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound)
      return { stream, isThere: false, birth: undefined, wasUsed: false, messages: 0 };
    throw error;
  }
};

/** The births of the ledger's streams, from their leaders. */
export class Births {
  readonly #births: readonly Birth[];
  readonly #manager: JetStreamManager;

  private constructor(births: readonly Birth[], manager: JetStreamManager) {
    this.#births = births;
    this.#manager = manager;
  }

  static async read(manager: JetStreamManager): Promise<Births> {
    const names = [streams.charges, streams.opens, streams.slots];
    return new Births(await Promise.all(names.map((name) => birthOf(manager, name))), manager);
  }

  get missing(): string[] {
    return this.#births.filter(({ isThere }) => !isThere).map(({ stream }) => stream);
  }

  get found(): { stream: string; messages: number }[] {
    const there = this.#births.filter(({ isThere }) => isThere);
    return there.map(({ stream, messages }) => ({ stream, messages }));
  }

  get known(): string[] {
    return [...new Set(this.#births.map(({ birth }) => birth).filter((birth) => birth !== undefined))];
  }

  /** Undefined if every stream exists and has this birth. */
  mismatch(recorded: string): LedgerLost | undefined {
    const others = this.#births.filter(({ isThere, birth }) => isThere && birth !== recorded);
    if (this.missing.length + others.length === 0) return undefined;
    return new LedgerLost(
      this.missing,
      others.map(({ stream }) => stream),
    );
  }

  /** Like `mismatch`; the admin login can also notice a loss when no birth is recorded. */
  async lossOf(recorded: string | undefined): Promise<LedgerLost | undefined> {
    return recorded === undefined ? this.#lossUnrecorded() : this.mismatch(recorded);
  }

  /** An interrupted first start is no loss: its streams were never used. */
  async #lossUnrecorded(): Promise<LedgerLost | undefined> {
    const [one, ...others] = this.known;
    if (one !== undefined && others.length > 0) return this.mismatch(one);
    if (this.missing.length === 0 || !(await this.#wasUsed())) return undefined;
    return new LedgerLost(this.missing, [], unrecorded);
  }

  /** Usage is kept forever, so it shows that charges once existed. */
  async #wasUsed(): Promise<boolean> {
    if (this.#births.some(({ wasUsed }) => wasUsed)) return true;
    return (await this.#usage()).wasUsed;
  }

  async hasUsage(): Promise<boolean> {
    return (await this.#usage()).isThere;
  }

  #usage(): Promise<Birth> {
    return birthOf(this.#manager, `KV_${buckets.usage}`);
  }
}
