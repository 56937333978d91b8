import { TintypeError } from '@tintype/contracts';
import { atMost, Gauge, type Registry } from '@tintype/runtime';

export interface ReadBudgetOptions {
  /** The most bytes that all readers hold. A larger result waits until no reader holds any. */
  maxBytes: number;
  /** The most bytes that the readers of one account's results hold. A larger result waits until they hold none. */
  maxBytesEach: number;
  /**
   * Replaces `maxBytes` for the first reader of an account. It is higher, so that slow readers of other accounts do not
   * lock the account out.
   */
  maxBytesFirst: number;
  /** A reader waits this long for its turn. */
  waitMs: number;
}

export interface ReadShare {
  /** The owner of the result. */
  account: string;
  bytes: number;
}

interface Waiting extends ReadShare {
  turn: PromiseWithResolvers<void>;
}

const mebibyte = 2 ** 20;

const fits = (held: number, bytes: number, max: number) => held === 0 || held + bytes <= max;

/**
 * Bounds the bytes of large results in memory. The account that holds the fewest bytes is next; among equals, the
 * reader that came first.
 */
export class ReadBudget {
  readonly #options: ReadBudgetOptions;
  readonly #waiting = new Set<Waiting>();
  /** The bytes that the readers of each account's results hold. */
  readonly #held = new Map<string, number>();
  /** The bytes that all readers hold. */
  #total = 0;

  constructor(options: ReadBudgetOptions) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#total;
  }

  get waitingReaders(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a turn; returns a function that gives the bytes back. Throws `overloaded` after `waitMs`, or
   * `rate_limited` if the account's own readers are the reason. Throws the reason of `left`.
   */
  async take(share: ReadShare, left: AbortSignal): Promise<() => void> {
    left.throwIfAborted();
    const waiting: Waiting = { ...share, turn: Promise.withResolvers<void>() };
    this.#waiting.add(waiting);
    this.#admit();
    if (this.#waiting.has(waiting)) await this.#wait(waiting, left);
    return () => this.#change(share.account, -share.bytes);
  }

  /** Counts bytes that are in memory already. Returns a function that gives them back. */
  hold({ account, bytes }: ReadShare): () => void {
    this.#change(account, bytes);
    return () => this.#change(account, -bytes);
  }

  async #wait(waiting: Waiting, left: AbortSignal): Promise<void> {
    const late = () => this.#lateError(waiting);
    try {
      await atMost(this.#options.waitMs, () => waiting.turn.promise, { signal: left, late });
    } catch (error) {
      // The turn may have come at the same moment: then give its bytes back.
      const wasWaiting = this.#waiting.delete(waiting);
      this.#change(waiting.account, wasWaiting ? 0 : -waiting.bytes);
      throw error;
    }
  }

  #lateError({ account, bytes }: ReadShare): TintypeError {
    const { maxBytesEach } = this.#options;
    if (fits(this.#heldOf(account), bytes, maxBytesEach))
      return new TintypeError('overloaded', 'Too many large results are being read. Try again.');
    const most = `${Math.floor(maxBytesEach / mebibyte)} MiB`;
    return new TintypeError(
      'rate_limited',
      `Downloads of this account hold ${most}, its limit. Finish or cancel one, then try again.`,
      { retryAfterSeconds: 5 },
    );
  }

  #change(account: string, bytes: number): void {
    const held = this.#heldOf(account) + bytes;
    this.#total += bytes;
    if (held > 0) this.#held.set(account, held);
    else this.#held.delete(account);
    if (bytes <= 0) this.#admit();
  }

  #heldOf(account: string): number {
    return this.#held.get(account) ?? 0;
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next);
      this.#change(next.account, next.bytes);
      next.turn.resolve();
    }
  }

  /**
   * The reader whose turn is next; undefined while there is no space for it. A smaller result does not take this turn,
   * because small results would delay a large one for ever.
   */
  #next(): Waiting | undefined {
    const { maxBytes, maxBytesEach, maxBytesFirst } = this.#options;
    let first: Waiting | undefined;
    for (const each of this.#waiting) {
      const held = this.#heldOf(each.account);
      const isEarlier = !first || held < this.#heldOf(first.account);
      if (isEarlier && fits(held, each.bytes, maxBytesEach)) first = each;
    }
    if (!first) return undefined;
    const max = this.#heldOf(first.account) === 0 ? maxBytesFirst : maxBytes;
    return fits(this.#total, first.bytes, max) ? first : undefined;
  }
}

export const observeReads = (registry: Registry, budget: ReadBudget): void => {
  const registers = [registry];
  new Gauge({
    name: 'tintype_read_bytes',
    help: 'Bytes of large results that are read, or sent to clients.',
    registers,
    collect() {
      this.set(budget.heldBytes);
    },
  });
  new Gauge({
    name: 'tintype_reads_waiting',
    help: 'Requests that wait for the memory to read a large result.',
    registers,
    collect() {
      this.set(budget.waitingReaders);
    },
  });
};
