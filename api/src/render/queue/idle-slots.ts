import { type RenderClass, streams } from '@tintype/contracts';
import { Backoff, ifInTime, type Nats, race } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import { reachableAgain } from '../../reachable.js';

export interface SlotRequest {
  account: string;
  /** The result key of the job. An account has one job of the class and key at a time. */
  key: string;
}

interface Waiter extends SlotRequest {
  /** Begins the turn. `jobs` counts the jobs of the class that wait or run; infinity if the count was not read. */
  begin: (jobs: number) => void;
  fail: (error: unknown) => void;
  /** Resolves when the job is on the queue, or the request gave up. */
  over: Promise<void>;
}

/** How soon an api reads again whether a slot is idle. It reads at once when one of its own jobs ends. */
const lookMs = { firstMs: 5, maxMs: 100 };

/** The latest turns of at most this many accounts are known. */
const maxAccounts = 1000;

/**
 * Lets jobs of a class into the queue when a node has an idle slot. So no job waits there behind slow jobs of another
 * account. The next job is from the account whose latest turn is the oldest. A node has one waiting pull for each idle
 * slot.
 *
 * An api with jobs keeps at least one on the queue even without an idle slot. So it gets its turn among the apis, and a
 * scaler sees a job if there is no node. And with a single slot, the next job begins without a read of the consumer.
 */
export class IdleSlots {
  readonly #nats: Pick<Nats, 'manager' | 'connected'>;
  readonly #class: RenderClass;
  readonly #backoff = new Backoff(lookMs);
  readonly #waiting: Waiter[] = [];
  /** Keys of this api's jobs whose turn has come, until their `end`. */
  readonly #ownKeys = new Set<string>();
  /** The number of the latest turn of each account. */
  readonly #latestTurns = new LRUCache<string, number>({ max: maxAccounts });
  #turnCount = 0;
  #isServing = false;
  #wake: () => void = () => undefined;

  constructor(nats: Pick<Nats, 'manager' | 'connected'>, renderClass: RenderClass) {
    this.#nats = nats;
    this.#class = renderClass;
  }

  /**
   * Calls `act` when a slot is idle, or this api has no job. `act` gets the number of jobs of the class, or infinity if
   * it was not read. Call `end` afterwards, unless `act` throws. Throws the signal's reason, and `unavailable`.
   */
  async inTurn<T>(request: SlotRequest, signal: AbortSignal, act: (jobs: number) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<number>();
    const over = Promise.withResolvers<void>();
    const waiter: Waiter = { ...request, begin: turn.resolve, fail: turn.reject, over: over.promise };
    this.#waiting.push(waiter);
    void this.#serveWaiting();
    try {
      return await act(await race(turn.promise, signal));
    } catch (error) {
      const at = this.#waiting.indexOf(waiter);
      if (at >= 0) this.#waiting.splice(at, 1);
      else this.end(request.key);
      throw error;
    } finally {
      over.resolve();
    }
  }

  /**
   * Call it when the job's result has come: the node then has an idle slot. Call it also if no request waits any more.
   */
  end(key: string): void {
    if (!this.#ownKeys.delete(key)) return;
    // Read again soon, because a slot is idle. If no own job is left, the next job begins without a read.
    if (this.#ownKeys.size > 0) this.#backoff.reset();
    this.#wake();
  }

  async #serveWaiting(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiting.length > 0) {
        const begun =
          this.#ownKeys.size === 0 ? this.#startJobs(1, Number.POSITIVE_INFINITY) : await this.#startInIdleSlots();
        // Wait until these jobs are in the queue, so that the next read sees them.
        await Promise.all(begun.map(({ over }) => over));
        // The only own job may have ended during the read. Then another begins at once.
        if (begun.length === 0 && this.#ownKeys.size > 0) await this.#pause(this.#backoff.next());
      }
    } catch (error) {
      for (const { fail } of this.#waiting.splice(0)) fail(error);
    } finally {
      this.#isServing = false;
    }
  }

  async #startInIdleSlots(): Promise<Waiter[]> {
    const { manager } = this.#nats;
    const { num_waiting, num_pending, num_ack_pending } = await reachableAgain(this.#nats, () =>
      manager.consumers.info(streams.renders, this.#class),
    );
    return this.#startJobs(num_waiting - num_pending, num_pending + num_ack_pending);
  }

  #startJobs(idleSlots: number, jobs: number): Waiter[] {
    const begun: Waiter[] = [];
    for (let next = this.#nextWaiter(); next && begun.length < idleSlots; next = this.#nextWaiter()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#turnCount += 1;
      this.#latestTurns.set(next.account, this.#turnCount);
      this.#ownKeys.add(next.key);
      next.begin(jobs + begun.length);
      begun.push(next);
    }
    return begun;
  }

  #nextWaiter(): Waiter | undefined {
    const latest = ({ account }: Waiter) => this.#latestTurns.get(account) ?? 0;
    let first = this.#waiting[0];
    for (const each of this.#waiting) if (first && latest(each) < latest(first)) first = each;
    return first;
  }

  async #pause(milliseconds: number): Promise<void> {
    const woken = Promise.withResolvers<void>();
    this.#wake = woken.resolve;
    await ifInTime(woken.promise, milliseconds);
  }
}
