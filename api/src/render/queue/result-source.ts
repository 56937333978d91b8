import { TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded, KeyedMutex } from '@tintype/runtime';
import type { Admission } from './admission.js';
import { candidateOf, type Obtained, type RenderRequest } from './render-request.js';
import { RenderWait, type RenderWaitOptions } from './render-wait.js';
import { SharedWaits } from './shared-waits.js';

export interface ResultSourceOptions extends Omit<RenderWaitOptions, 'request' | 'deadline'> {
  admission: Pick<Admission, 'arrive' | 'enter'>;
  /** Whether what is rendered can be stored at present. */
  canStore: () => boolean;
}

/** A picture must not wait behind a batch for the same key: each class has a job, and the first result ends both waits. */
const lineOf = ({ job }: RenderRequest) => `${job.class}.${job.key}`;

/** Brings what the cache does not have: the result of a job in flight, or of one of the request's own. */
export class ResultSource {
  readonly #options: ResultSourceOptions;
  readonly #waits = new SharedWaits<Obtained>();
  /** Fresh requests of a line, one after the other: each needs a job that begins after it came. */
  readonly #fresh = new KeyedMutex();

  constructor(options: ResultSourceOptions) {
    this.#options = options;
  }

  /**
   * The caller has looked in the cache. Throws the error of a failed render, `timeout` at the deadline, `overloaded`,
   * `rate_limited`, `unavailable`, and the signal's reason once that client has left. Identical requests to one process
   * share one wait, and one copy of the bytes.
   */
  async obtain(request: RenderRequest, left: AbortSignal): Promise<Obtained> {
    const line = lineOf(request);
    if (request.fresh) {
      return this.#wait(request, left, (deadline, work) => this.#fresh.run(line, work, deadline.signal));
    }
    for (;;) {
      const running = this.#waits.join(line, left);
      const joined = running && (await this.#join(running, request));
      if (joined) return joined;
      if (!this.#waits.has(line)) return this.#waits.lead(line, left, (abandoned) => this.#wait(request, abandoned));
    }
  }

  /** Undefined when the other request's time was up and ours is not. */
  async #join(running: Promise<Obtained>, { deadline }: RenderRequest): Promise<Obtained | undefined> {
    const ours = new Deadline(deadline);
    try {
      return { ...(await ours.race(running)), cache: 'COALESCED' };
    } catch (error) {
      if (error instanceof DeadlineExceeded) throw new TintypeError('timeout', undefined, { cause: error });
      if (error instanceof TintypeError && error.code === 'timeout') return undefined;
      throw error;
    } finally {
      ours.clear();
    }
  }

  async #wait(request: RenderRequest, abandoned: AbortSignal, inTurn: InTurn = (_, work) => work()): Promise<Obtained> {
    const { admission, canStore } = this.#options;
    // What could not be stored would be rendered for nothing, and hold its place at the node until that shows.
    if (!canStore()) throw new TintypeError('unavailable');
    const leave = admission.arrive(candidateOf(request));
    const deadline = new Deadline(request.deadline);
    const abandon = () => deadline.cancel(abandoned.reason);
    if (abandoned.aborted) abandon();
    abandoned.addEventListener('abort', abandon, { once: true });
    try {
      return await inTurn(deadline, () => this.#render(request, deadline, abandoned));
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      throw new TintypeError('timeout', 'The render was not done in time.', { cause: error });
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
      if (!(error instanceof DeadlineExceeded) || !wait.storeFailed) throw error;
      throw new TintypeError('unavailable', undefined, { cause: error });
    } finally {
      wait.close();
      if (abandoned.aborted) wait.leave();
    }
  }
}

type InTurn = (deadline: Deadline, work: () => Promise<Obtained>) => Promise<Obtained>;
