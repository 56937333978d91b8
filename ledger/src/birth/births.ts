import { buckets, streams } from '@tintype/contracts';
import { JetStreamApiError, type JetStreamManager } from '@tintype/runtime';

const remedy =
  'Look whether it is the right NATS, on the right data, and bring them back from a backup; or, when they are gone for good, run ' +
  '`npx tintype ledger adopt`: it takes what is there as the ledger, makes anew what is missing, and says what that means.';

const streamsThat = (streams: readonly string[], one: string, many: string): string[] =>
  streams.length === 0 ? [] : [`${streams.join(', ')} ${streams.length === 1 ? one : many}`];

/**
 * The ledger is not the one that was recorded. Whoever went on as if nothing had happened would charge twice what was
 * charged there, and never what was opened there: a person decides. The message says what is wrong, and what to do.
 */
export class LedgerLost extends Error {
  override name = 'LedgerLost';
  /** The streams that are not there: what the others hold can't be compared with them. */
  readonly missing: readonly string[];

  constructor(
    missing: readonly string[],
    others: readonly string[],
    what = 'The ledger is not the one that was recorded',
  ) {
    const parts = [
      ...streamsThat(missing, 'is missing', 'are missing'),
      ...streamsThat(others, 'is another stream of that name', 'are other streams of those names'),
    ];
    super(`${what}: ${parts.join('; ')}. Nothing is settled like that. ${remedy}`);
    this.missing = missing;
  }
}

/** In the metadata of each stream of the ledger; the server keeps it with the stream's configuration. */
const birthKey = 'tintype-birth';

export const birthMetadata = (birth: string): Record<string, string> => ({ [birthKey]: birth });

/** What a stream of the ledger says of its birth. */
interface Birth {
  stream: string;
  isThere: boolean;
  /** Undefined too for a stream of an earlier version, which knew of no births. */
  birth: string | undefined;
  /** Something was written into it, be it gone by now. */
  wasUsed: boolean;
  messages: number;
}

const streamNotFound = 10_059;

const unrecorded = 'The ledger was in use, and the record of its birth is gone';

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

/** The births of all streams of the ledger, as their leaders have them. */
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

  /** Those that are there, and how much they hold. */
  get found(): { stream: string; messages: number }[] {
    const there = this.#births.filter(({ isThere }) => isThere);
    return there.map(({ stream, messages }) => ({ stream, messages }));
  }

  /** The different births that there are. */
  get known(): string[] {
    return [...new Set(this.#births.map(({ birth }) => birth).filter((birth) => birth !== undefined))];
  }

  /** What is wrong when a stream is missing, or not of this birth. */
  mismatch(recorded: string): LedgerLost | undefined {
    const others = this.#births.filter(({ isThere, birth }) => isThere && birth !== recorded);
    if (this.missing.length + others.length === 0) return undefined;
    return new LedgerLost(
      this.missing,
      others.map(({ stream }) => stream),
    );
  }

  /** The same for the admin login, who can tell a loss where no birth is recorded, too. */
  async lossOf(recorded: string | undefined): Promise<LedgerLost | undefined> {
    return recorded === undefined ? this.#lossUnrecorded() : this.mismatch(recorded);
  }

  /**
   * A first start that was cut short is no loss: nobody has written into what it made. Neither is an earlier version, which
   * had charges alone, and knew of no births.
   */
  async #lossUnrecorded(): Promise<LedgerLost | undefined> {
    const [one, ...others] = this.known;
    if (one !== undefined && others.length > 0) return this.mismatch(one);
    const isEarlierVersion = one === undefined && !this.missing.includes(streams.charges);
    if (this.missing.length === 0 || isEarlierVersion || !(await this.#wasUsed())) return undefined;
    return new LedgerLost(this.missing, [], unrecorded);
  }

  /** What charges came to is kept for good, beside them. */
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
