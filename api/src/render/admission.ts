import { setTimeout as sleep } from 'node:timers/promises';
import { streams, subjects, TintypeError } from '@tintype/contracts';
import { Backoff, type Nats } from '@tintype/runtime';
import { reachableAgain } from '../reachable.js';
import { Turns } from './turns.js';

export interface AdmissionOptions {
  nats: Pick<Nats, 'manager' | 'connected'>;
  /** Requests of one account that may wait in this process beside those that have a job; more are refused. */
  mostWaiting?: number;
}

export interface Candidate {
  account: string;
  /** Jobs of the account that may lie in the queue or be in work at once; null: no limit. */
  limit: number | null;
}

/** For accounts without a limit of their own: each wait holds a subscription. */
const mostUnlimited = 2000;

/**
 * Keeps accounts from crowding each other out: each has so many jobs in the queue at once, and the rest of its requests
 * wait here, in the order in which they came. Replicas count the same queue, so that together they exceed the limit by
 * no more than one job for each further replica, for a moment.
 */
export class Admission {
  readonly #options: Required<AdmissionOptions>;
  readonly #turns = new Turns();
  readonly #waiting = new Map<string, number>();

  constructor({ nats, mostWaiting = 200 }: AdmissionOptions) {
    this.#options = { nats, mostWaiting };
  }

  /** Counts a request that waits for a result, until the answered function is called. Throws `rate_limited`. */
  arrive({ account, limit }: Candidate): () => void {
    const waiting = this.#waiting.get(account) ?? 0;
    const most = limit === null ? mostUnlimited : limit + this.#options.mostWaiting;
    if (waiting >= most)
      throw new TintypeError('rate_limited', 'Too many renders of this account wait for their turn.');
    this.#waiting.set(account, waiting + 1);
    return () => this.#left(account);
  }

  /** Calls `publish` when it is the candidate's turn. Throws the signal's reason. */
  async enter<T>({ account, limit }: Candidate, signal: AbortSignal, publish: () => Promise<T>): Promise<T> {
    if (limit === null) return publish();
    return this.#turns.take(account, signal, async () => {
      await this.#room(account, limit, signal);
      return publish();
    });
  }

  #left(account: string): void {
    const waiting = (this.#waiting.get(account) ?? 1) - 1;
    if (waiting === 0) this.#waiting.delete(account);
    else this.#waiting.set(account, waiting);
  }

  async #room(account: string, limit: number, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff({ firstMs: 20, maxMs: 200 });
    while ((await this.#jobsOf(account)) >= limit) {
      await sleep(backoff.next(), undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
  }

  async #jobsOf(account: string): Promise<number> {
    const filter = { subjects_filter: subjects.jobsOfAccount(account) };
    const { nats } = this.#options;
    const { state } = await reachableAgain(nats, () => nats.manager.streams.info(streams.renders, filter));
    return Object.keys(state.subjects ?? {}).length;
  }
}
