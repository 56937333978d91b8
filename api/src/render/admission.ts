import { setTimeout as sleep } from 'node:timers/promises';
import { streams, subjects, TintypeError } from '@tintype/contracts';
import { type Nats, raceSignal } from '@tintype/runtime';

export interface AdmissionOptions {
  nats: Pick<Nats, 'manager'>;
  /** Requests of one account that may wait in this process for their turn; more are refused. */
  mostWaiting?: number;
}

export interface Candidate {
  account: string;
  /** Jobs of the account that may lie in the queue or be in work at once; null: no limit. */
  limit: number | null;
  /** Ends the wait. */
  signal: AbortSignal;
}

interface Line {
  /** Settles when the last in line has had its turn. */
  last: Promise<void>;
  length: number;
}

const askAgainMs = 25;

/**
 * Keeps accounts from crowding each other out: each has so many jobs in the queue at once, and the rest of its requests
 * wait here, in the order in which they came. Replicas count the same queue, so that together they exceed the limit by
 * no more than one job for each further replica, for a moment.
 */
export class Admission {
  readonly #options: Required<AdmissionOptions>;
  readonly #lines = new Map<string, Line>();

  constructor({ nats, mostWaiting = 200 }: AdmissionOptions) {
    this.#options = { nats, mostWaiting };
  }

  /** Calls `publish` when it is the candidate's turn. Throws `rate_limited` when too many wait, and the signal's reason. */
  async enter<T>(candidate: Candidate, publish: () => Promise<T>): Promise<T> {
    if (candidate.limit === null) return publish();
    const line = this.#lines.get(candidate.account) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= this.#options.mostWaiting) {
      throw new TintypeError('rate_limited', 'Too many renders of this account wait for their turn.');
    }
    this.#lines.set(candidate.account, line);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const before = line.last;
    // Whoever gives up leaves the line whole: the next one still waits for those before.
    line.last = before.then(() => done);
    line.length += 1;
    try {
      await raceSignal(before, candidate.signal);
      await this.#room(candidate, candidate.limit);
      return await publish();
    } finally {
      resolve();
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(candidate.account);
    }
  }

  async #room({ account, signal }: Candidate, limit: number): Promise<void> {
    while ((await this.#jobsOf(account)) >= limit) await sleep(askAgainMs, undefined, { signal });
  }

  async #jobsOf(account: string): Promise<number> {
    const { manager } = this.#options.nats;
    const filter = { subjects_filter: subjects.jobsOfAccount(account) };
    try {
      const { state } = await manager.streams.info(streams.renders, filter);
      return Object.keys(state.subjects ?? {}).length;
    } catch (error) {
      throw new TintypeError('unavailable', undefined, { cause: error });
    }
  }
}
