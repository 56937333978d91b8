import { streams } from '@tintype/contracts';
import { JetStreamApiError, type JetStreamManager } from '@tintype/runtime';
import { LedgerLost } from './ledger-lost.js';

/** In the metadata of each stream of the ledger; the server keeps it with the stream's configuration. */
const birthKey = 'tintype-birth';

export const birthMetadata = (birth: string): Record<string, string> => ({ [birthKey]: birth });

/** What a stream of the ledger says of its birth. */
interface Birth {
  stream: string;
  isThere: boolean;
  /** Undefined too for a stream of an earlier version, which knew of no births. */
  birth: string | undefined;
}

const streamNotFound = 10_059;

const birthOf = async ({ streams: api }: JetStreamManager, stream: string): Promise<Birth> => {
  try {
    const { config } = await api.info(stream);
    return { stream, isThere: true, birth: config.metadata?.[birthKey] };
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound)
      return { stream, isThere: false, birth: undefined };
    throw error;
  }
};

/** The births of all streams of the ledger, as their leaders have them. */
export class Births {
  readonly #births: readonly Birth[];

  private constructor(births: readonly Birth[]) {
    this.#births = births;
  }

  static async read(manager: JetStreamManager): Promise<Births> {
    const names = [streams.charges, streams.opens, streams.slots];
    return new Births(await Promise.all(names.map((name) => birthOf(manager, name))));
  }

  get missing(): string[] {
    return this.#births.filter(({ isThere }) => !isThere).map(({ stream }) => stream);
  }

  /** The different births that there are. */
  get known(): string[] {
    return [...new Set(this.#births.map(({ birth }) => birth).filter((birth) => birth !== undefined))];
  }

  /** What is wrong when a stream is missing, or not of this birth. */
  fault(recorded: string): LedgerLost | undefined {
    const others = this.#births.filter(({ isThere, birth }) => isThere && birth !== recorded);
    if (this.missing.length + others.length === 0) return undefined;
    return new LedgerLost(
      this.missing,
      others.map(({ stream }) => stream),
    );
  }
}
