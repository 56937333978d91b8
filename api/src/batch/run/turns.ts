import { race } from '@tintype/runtime';
import type { BatchKey } from '../facts/batch-log.js';

interface Waiter extends BatchKey {
  /** The most items that the account may have in work. */
  limit: number;
  begin: () => void;
}

/** The turns of an account, or of a batch. */
interface Share {
  /** The number of its items that run. */
  running: number;
  /** The number of its latest turn. Turns are numbered over all accounts. */
  lastTurn: number;
}

const noTurns: Share = { running: 0, lastTurn: 0 };

/** Orders accounts, or batches: by fewest running items, then by the longest time since the last turn. */
const byTurn = (a: Share, b: Share) => a.running - b.running || a.lastTurn - b.lastTurn;

/**
 * The items that a replica renders at once. A free turn is for the account with the fewest running items, and for its
 * batch with the fewest. So a batch of a thousand items does not delay a batch of ten. With `firstItemAtOnce`, an
 * account without a running item gets a turn at once.
 */
export class Turns {
  /** The number of free turns. Negative if `firstItemAtOnce` gave turns beyond `itemsAtOnce`. */
  #free: number;
  readonly #firstItemAtOnce: boolean;
  #turnsGiven = 0;
  readonly #waiting: Waiter[] = [];
  /** Keyed by account, and by batch. */
  readonly #shares = new Map<string, Share>();

  constructor(itemsAtOnce: number, { firstItemAtOnce = false } = {}) {
    this.#free = itemsAtOnce;
    this.#firstItemAtOnce = firstItemAtOnce;
  }

  /**
   * Waits for a turn; resolves with a function that ends it. Throws the signal's reason. `limit`: the most running
   * items of the account.
   */
  async take(batchKey: BatchKey, signal: AbortSignal, limit = Number.POSITIVE_INFINITY): Promise<() => void> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const waiter = { ...batchKey, limit, begin: turn.resolve };
    this.#waiting.push(waiter);
    this.#startNext();
    try {
      await race(turn.promise, signal);
    } catch (error) {
      this.#leave(waiter);
      throw error;
    }
    let isOver = false;
    return () => {
      if (!isOver) this.#end(batchKey);
      isOver = true;
    };
  }

  #leave(waiter: Waiter): void {
    const at = this.#waiting.indexOf(waiter);
    if (at >= 0) this.#waiting.splice(at, 1);
    // The waiter got its turn just before the signal aborted, and cannot use the turn.
    else this.#end(waiter);
  }

  #end({ account, batch }: BatchKey): void {
    for (const name of [account, batch]) {
      const { running, lastTurn } = this.#shares.get(name) ?? noTurns;
      if (running > 1 || this.#isWaiting(name)) this.#shares.set(name, { running: running - 1, lastTurn });
      else this.#shares.delete(name);
    }
    this.#free += 1;
    this.#startNext();
  }

  #startNext(): void {
    for (let waiter = this.#next(); waiter; waiter = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      this.#free -= 1;
      this.#turnsGiven += 1;
      for (const name of [waiter.account, waiter.batch]) {
        const { running } = this.#shares.get(name) ?? noTurns;
        this.#shares.set(name, { running: running + 1, lastTurn: this.#turnsGiven });
      }
      waiter.begin();
    }
  }

  #next(): Waiter | undefined {
    const share = (name: string) => this.#shares.get(name) ?? noTurns;
    let first: Waiter | undefined;
    for (const each of this.#waiting) {
      const { running } = share(each.account);
      const isTurnFree = this.#free > 0 || (this.#firstItemAtOnce && running === 0);
      if (!isTurnFree || running >= each.limit) continue;
      const order = first
        ? byTurn(share(each.account), share(first.account)) || byTurn(share(each.batch), share(first.batch))
        : -1;
      if (order < 0) first = each;
    }
    return first;
  }

  #isWaiting(name: string): boolean {
    return this.#waiting.some(({ account, batch }) => account === name || batch === name);
  }
}
