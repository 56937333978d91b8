import { type RenderClass, streams, subjects, TintypeError } from '@tintype/contracts';
import { Backoff, KeyedMutex, type Nats, pause, systemClock } from '@tintype/runtime';
import { reachableAgain } from '../../reachable.js';
import { IdleSlots, type SlotRequest } from './idle-slots.js';

export interface AdmissionOptions {
  nats: Pick<Nats, 'manager' | 'connected'>;
  /** The most requests of one account and class that wait in this process, besides those that `limit` admits. */
  maxWaiting?: number;
}

export interface Candidate extends SlotRequest {
  class: RenderClass;
  /** The most jobs of the account and class on the queue at once; null: no limit. */
  limit: number | null;
}

/** The most waiting requests of an account and class without `limit`: each wait holds a subscription. */
const maxWaitsWithoutLimit = 2000;

const renderNames = {
  still: 'renders (all endpoints but `animated`)',
  recording: 'renders of `animated`',
  batch: 'renders of batches',
} as const satisfies Record<RenderClass, string>;

/** Each class of an account has its own line: a batch does not delay pictures. */
const lineOf = ({ account, class: renderClass }: Candidate) => `${renderClass}.${account}`;

/** How often the first job of a line checks whether it may enter the queue. */
const lookMs = { firstMs: 20, maxMs: 200 };

const accountIsFull = Symbol('the account has `limit` jobs');

/**
 * Shares the queue between accounts. Each account has at most `limit` jobs of a class on the queue. Its other requests
 * wait here in order. Replicas count the same queue; together they may exceed the limit briefly, by one job per further
 * replica. A job of a batch also waits until a render slot is idle. Accounts take turns for these slots.
 */
export class Admission {
  readonly #options: Required<AdmissionOptions>;
  readonly #lines = new KeyedMutex();
  readonly #batchSlots: IdleSlots;
  /** The number of waiting requests of each line. */
  readonly #waiting = new Map<string, number>();

  constructor({ nats, maxWaiting = 200 }: AdmissionOptions) {
    this.#options = { nats, maxWaiting };
    this.#batchSlots = new IdleSlots(nats, 'batch');
  }

  /** Counts a waiting request until the returned function is called. Throws `rate_limited` if too many wait. */
  arrive(candidate: Candidate): () => void {
    const line = lineOf(candidate);
    const { limit } = candidate;
    const waiting = this.#waiting.get(line) ?? 0;
    const max = limit === null ? maxWaitsWithoutLimit : limit + this.#options.maxWaiting;
    if (waiting >= max)
      throw new TintypeError(
        'rate_limited',
        `The account has ${max} ${renderNames[candidate.class]} waiting or running. Try again when some are done.`,
      );
    this.#waiting.set(line, waiting + 1);
    return () => {
      this.noteResult(candidate);
      this.#leave(line);
    };
  }

  /** Calls `publish` in the candidate's turn. Throws the signal's reason, `unavailable`, and what `publish` throws. */
  async enter<T>(candidate: Candidate, signal: AbortSignal, publish: () => Promise<T>): Promise<T> {
    const { limit, class: renderClass } = candidate;
    if (renderClass === 'batch')
      return this.#lines.run(lineOf(candidate), () => this.#enterIdleSlot(candidate, signal, publish), signal);
    if (limit === null) return publish();
    const enterFirst = async () => {
      await this.#waitForTurn(candidate, limit, signal);
      return publish();
    };
    return this.#lines.run(lineOf(candidate), enterFirst, signal);
  }

  /** Call it when a result has come, or its request waits no longer. Frees the slot of a job of a batch. */
  noteResult({ class: renderClass, key }: Pick<Candidate, 'class' | 'key'>): void {
    if (renderClass === 'batch') this.#batchSlots.end(key);
  }

  #leave(line: string): void {
    const waiting = (this.#waiting.get(line) ?? 1) - 1;
    if (waiting === 0) this.#waiting.delete(line);
    else this.#waiting.set(line, waiting);
  }

  async #enterIdleSlot<T>(candidate: Candidate, signal: AbortSignal, publish: () => Promise<T>): Promise<T> {
    const { limit } = candidate;
    const backoff = new Backoff(lookMs);
    for (;;) {
      const published = await this.#batchSlots.inTurn(candidate, signal, async (jobs) => {
        // If all accounts together have fewer jobs than `limit`, this account has, too. Otherwise count its own jobs.
        const isFull = limit !== null && jobs >= limit && (await this.#jobsOf(candidate)) >= limit;
        return isFull ? accountIsFull : publish();
      });
      if (published !== accountIsFull) return published;
      this.#batchSlots.end(candidate.key);
      await pause(systemClock, backoff.next(), signal);
    }
  }

  async #waitForTurn(candidate: Candidate, limit: number, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(lookMs);
    while ((await this.#jobsOf(candidate)) >= limit) {
      await pause(systemClock, backoff.next(), signal);
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
  }

  async #jobsOf({ account, class: renderClass }: Candidate): Promise<number> {
    const filter = { subjects_filter: subjects.jobsOfAccount(renderClass, account) };
    const { nats } = this.#options;
    const { state } = await reachableAgain(nats, () => nats.manager.streams.info(streams.renders, filter));
    return Object.keys(state.subjects ?? {}).length;
  }
}
