import { type RenderClass, streams } from '@tintype/contracts';
import { Backoff, ifInTime, type Nats, race } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import { reachableAgain } from '../../reachable.js';

interface Waiter {
  account: string;
  /** Gets the number of jobs that wait or run. */
  begin: (jobs: number) => void;
  fail: (error: unknown) => void;
  /** Resolves when the job is on the queue, or was given up. */
  over: Promise<void>;
}

/** How soon an api looks for an idle slot again. `lookAgain` shortens it. */
const lookMs = { firstMs: 5, maxMs: 50 };

/** Accounts whose latest turn is known. */
const maxAccounts = 1000;

/**
 * Jobs of a class enter the queue when a node has an idle slot, that of the account first whose latest turn is the oldest. So
 * none waits there behind slow ones of another account. A node has one waiting pull for each idle slot.
 */
export class IdleSlots {
  readonly #nats: Pick<Nats, 'manager' | 'connected'>;
  readonly #class: RenderClass;
  readonly #backoff = new Backoff(lookMs);
  readonly #waiting: Waiter[] = [];
  /** The number of the latest turn of each account. */
  readonly #served = new LRUCache<string, number>({ max: maxAccounts });
  #turns = 0;
  #looking = false;
  #wake: () => void = () => undefined;

  constructor(nats: Pick<Nats, 'manager' | 'connected'>, renderClass: RenderClass) {
    this.#nats = nats;
    this.#class = renderClass;
  }

  /** Calls `act` when a slot is idle, with the number of jobs of the class. Throws the signal's reason, and `unavailable`. */
  async inTurn<T>(account: string, signal: AbortSignal, act: (jobs: number) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<number>();
    const over = Promise.withResolvers<void>();
    const waiter: Waiter = { account, begin: turn.resolve, fail: turn.reject, over: over.promise };
    this.#waiting.push(waiter);
    void this.#look();
    try {
      return await act(await race(turn.promise, signal));
    } finally {
      const at = this.#waiting.indexOf(waiter);
      if (at >= 0) this.#waiting.splice(at, 1);
      over.resolve();
    }
  }

  /** A result has come: its node has an idle slot. */
  lookAgain(): void {
    this.#backoff.reset();
    this.#wake();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#waiting.length > 0) {
        const begun = await this.#begin();
        // The next look must see their jobs.
        await Promise.all(begun.map(({ over }) => over));
        if (begun.length > 0) this.#backoff.reset();
        else await this.#pause(this.#backoff.next());
      }
    } catch (error) {
      for (const { fail } of this.#waiting.splice(0)) fail(error);
    } finally {
      this.#looking = false;
    }
  }

  async #begin(): Promise<Waiter[]> {
    const { idle, jobs } = await this.#read();
    const begun: Waiter[] = [];
    for (let next = this.#next(); next && begun.length < idle; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#turns += 1;
      this.#served.set(next.account, this.#turns);
      next.begin(jobs + begun.length);
      begun.push(next);
    }
    return begun;
  }

  #next(): Waiter | undefined {
    const latest = ({ account }: Waiter) => this.#served.get(account) ?? 0;
    let first = this.#waiting[0];
    for (const each of this.#waiting) if (first && latest(each) < latest(first)) first = each;
    return first;
  }

  async #read(): Promise<{ idle: number; jobs: number }> {
    const { manager } = this.#nats;
    const { num_waiting, num_pending, num_ack_pending } = await reachableAgain(this.#nats, () =>
      manager.consumers.info(streams.renders, this.#class),
    );
    const jobs = num_pending + num_ack_pending;
    // One job waits where no node is, so that a scaler sees it.
    const isEmpty = num_waiting + jobs === 0;
    return { idle: isEmpty ? 1 : Math.max(num_waiting - num_pending, 0), jobs };
  }

  async #pause(milliseconds: number): Promise<void> {
    const woken = Promise.withResolvers<void>();
    this.#wake = woken.resolve;
    await ifInTime(woken.promise, milliseconds);
  }
}
