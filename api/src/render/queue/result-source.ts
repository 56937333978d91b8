import { lateRender, TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded, KeyedMutex, race } from '@tintype/runtime';
import type { Admission } from './admission.js';
import { JobOffer } from './job-offer.js';
import { candidateOf, type Obtained, type RenderRequest, Withdrawn } from './render-request.js';
import { RenderWait, type RenderWaitOptions } from './render-wait.js';
import { SharedWaits } from './shared-waits.js';

export interface ResultSourceOptions extends Omit<RenderWaitOptions, 'request' | 'deadline'> {
  admission: Pick<Admission, 'arrive' | 'enter' | 'noteResult'>;
  /** Whether a new result can be stored now. */
  canStore: () => boolean;
}

/**
 * Each class has its own job for a key, so a picture does not wait behind a batch. The first result ends both waits.
 */
const lineOf = ({ job }: RenderRequest) => `${job.class}.${job.key}`;

/** For a request whose deadline is at most this much later, a new job would come too late as well. */
const sameTimeMs = 1000;

/**
 * Whether another request failed for lack of time, while ours may succeed. `theirs` and `ours` are deadlines, in
 * milliseconds of the Unix epoch.
 */
const isOnlyTheirFailure = (error: unknown, theirs: number, ours: number): boolean => {
  if (!(error instanceof TintypeError)) return false;
  return error.code === 'timeout' || (error.code === 'overloaded' && ours > theirs + sameTimeMs);
};

/** Gets results that are not in the cache, from a job in flight or a new one. */
export class ResultSource {
  readonly #options: ResultSourceOptions;
  readonly #waits = new SharedWaits<Obtained>();
  /** Fresh requests of a line take turns, because each needs a job that begins after its arrival. */
  readonly #freshTurns = new KeyedMutex();

  constructor(options: ResultSourceOptions) {
    this.#options = options;
  }

  /** An offer for outputs that share a page load. */
  newOffer(): JobOffer {
    return new JobOffer(this.#options);
  }

  /**
   * Gets a result that the caller did not find in the cache. `left` aborts when no answer is needed any more. Identical
   * requests of one process share one wait and one copy of the bytes. Throws the render's error, `timeout`,
   * `overloaded`, `rate_limited`, `unavailable`, or the reason of `left` or of `withdrawn`.
   */
  async obtain(request: RenderRequest, left: AbortSignal): Promise<Obtained> {
    const line = lineOf(request);
    if (request.fresh) return this.#wait(request, left, (until, work) => this.#freshTurns.run(line, work, until));
    for (;;) {
      const theirs = this.#waits.deadlineOf(line);
      const running = this.#waits.join(line, left);
      if (running) request.place?.release();
      const joined = running && (await this.#join(running, request, theirs));
      if (joined) return joined;
      if (this.#waits.has(line)) continue;
      return this.#waits.lead(line, left, (abandoned) => this.#wait(request, abandoned), request.deadline);
    }
  }

  /**
   * Waits for the result of another request, whose deadline is `theirs`. Undefined if the other request was withdrawn,
   * or had too little time. Otherwise throws its error, our timeout, or the reason of `withdrawn`.
   */
  async #join(
    running: Promise<Obtained>,
    { deadline, job, withdrawn }: RenderRequest,
    theirs = Number.POSITIVE_INFINITY,
  ): Promise<Obtained | undefined> {
    const ours = new Deadline(deadline);
    const result = withdrawn ? race(running, withdrawn) : running;
    try {
      return { ...(await ours.race(result)), cache: 'COALESCED' };
    } catch (error) {
      if (error instanceof DeadlineExceeded) throw lateRender(job.endpoint, error);
      if (isOnlyTheirFailure(error, theirs, deadline)) return undefined;
      if (error instanceof Withdrawn && !withdrawn?.aborted) return undefined;
      throw error;
    } finally {
      ours.clear();
    }
  }

  async #wait(request: RenderRequest, abandoned: AbortSignal, inTurn: InTurn = (_, work) => work()): Promise<Obtained> {
    const { admission, canStore } = this.#options;
    // A result that cannot be stored would occupy its node for nothing.
    if (!canStore()) throw new TintypeError('unavailable');
    const leave = admission.arrive(candidateOf(request));
    const deadline = new Deadline(request.deadline);
    const abandon = () => deadline.cancel(abandoned.reason);
    if (abandoned.aborted) abandon();
    abandoned.addEventListener('abort', abandon, { once: true });
    try {
      const { withdrawn } = request;
      const until = withdrawn ? AbortSignal.any([deadline.signal, withdrawn]) : deadline.signal;
      return await inTurn(until, () => this.#render(request, deadline, abandoned));
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      throw lateRender(request.job.endpoint, error);
    } finally {
      abandoned.removeEventListener('abort', abandon);
      deadline.clear();
      leave();
    }
  }

  async #render(request: RenderRequest, deadline: Deadline, abandoned: AbortSignal): Promise<Obtained> {
    const wait = new RenderWait({ ...this.#options, request, deadline });
    try {
      return await deadline.race(wait.run());
    } catch (error) {
      if (!(error instanceof DeadlineExceeded) || !wait.hasStoreFailed) throw error;
      throw new TintypeError('unavailable', undefined, { cause: error });
    } finally {
      wait.close();
      if (abandoned.aborted || request.withdrawn?.aborted) wait.leave();
    }
  }
}

/** Runs the work in its turn. `until` ends the wait for the turn. */
type InTurn = (until: AbortSignal, work: () => Promise<Obtained>) => Promise<Obtained>;
