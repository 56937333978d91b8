import { type RenderClass, streams } from '@tintype/contracts';
import { Backoff, ifInTime, type Nats, race } from '@tintype/runtime';
import { reachableAgain } from '../../reachable.js';

interface Waiter {
  /** Gets the number of jobs that wait or run. */
  begin: (jobs: number) => void;
  fail: (error: unknown) => void;
  /** Resolves when the job is on the queue, or was given up. */
  over: Promise<void>;
}

/** How soon an api looks for an idle slot again. `lookAgain` shortens it. */
const lookMs = { firstMs: 5, maxMs: 50 };

/**
 * Jobs of a class enter the queue in the order in which they came, each when a node has an idle slot: none waits there behind
 * slow ones of another account. A node has one waiting pull for each idle slot.
 */
export class IdleSlots {
  readonly #nats: Pick<Nats, 'manager' | 'connected'>;
  readonly #class: RenderClass;
  readonly #backoff = new Backoff(lookMs);
  readonly #waiting: Waiter[] = [];
  #looking = false;
  #wake: () => void = () => undefined;

  constructor(nats: Pick<Nats, 'manager' | 'connected'>, renderClass: RenderClass) {
    this.#nats = nats;
    this.#class = renderClass;
  }

  /** Calls `act` when a slot is idle, with the number of jobs of the class. Throws the signal's reason, and `unavailable`. */
  async inTurn<T>(signal: AbortSignal, act: (jobs: number) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<number>();
    const over = Promise.withResolvers<void>();
    const waiter: Waiter = { begin: turn.resolve, fail: turn.reject, over: over.promise };
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
    const begun = this.#waiting.splice(0, idle);
    for (const [at, { begin }] of begun.entries()) begin(jobs + at);
    return begun;
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
