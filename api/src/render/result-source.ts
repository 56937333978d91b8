import { TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded } from '@tintype/runtime';
import { clientLeft } from '../client-left.js';
import type { Admission } from './admission.js';
import type { Obtained, RenderRequest } from './render-request.js';
import { RenderWait, type RenderWaitOptions } from './render-wait.js';
import type { ResultRecord } from './result-record.js';
import { SharedWaits } from './shared-waits.js';
import { Turns } from './turns.js';

export interface ResultSourceOptions extends Omit<RenderWaitOptions, 'request' | 'deadline'> {
  admission: Pick<Admission, 'arrive' | 'enter'>;
  /** Whether what is rendered can be stored at present. */
  canStore: () => boolean;
}

const nothing = new Uint8Array();

/** Brings the result of a request: from the cache, from a job in flight, or from one of its own. */
export class ResultSource {
  readonly #options: ResultSourceOptions;
  readonly #waits = new SharedWaits<Obtained>();
  /** Fresh requests of a key, one after the other: each needs a job that begins after it came. */
  readonly #fresh = new Turns();

  constructor(options: ResultSourceOptions) {
    this.#options = options;
  }

  /**
   * Throws the error of a failed render, `timeout` at the deadline, `overloaded`, `rate_limited`, `unavailable`, what
   * `wantsBody` throws, and the signal's reason once that client has left. Identical requests to one process share one
   * wait, and one copy of the bytes.
   */
  async obtain(request: RenderRequest, left: AbortSignal): Promise<Obtained> {
    const { key } = request.job;
    if (request.fresh) {
      return this.#wait(request, left, (deadline, work) => this.#fresh.take(key, deadline.signal, work));
    }
    const hit = await this.#hit(request);
    if (hit) return hit;
    for (;;) {
      const running = this.#waits.join(key, left);
      const joined = running && (await this.#join(running, request));
      if (joined) return joined;
      if (!this.#waits.has(key)) return this.#waits.lead(key, left, (abandoned) => this.#wait(request, abandoned));
    }
  }

  /** The record of the cached result of a key. */
  async look(key: string): Promise<ResultRecord | undefined> {
    return (await this.#options.store.look(key))?.record;
  }

  async #hit({ job, wantsBody }: RenderRequest): Promise<Obtained | undefined> {
    const { store } = this.#options;
    const entry = await store.look(job.key);
    if (!entry) return undefined;
    const stored = (await wantsBody(entry.record)) ? await store.load(job.key, entry) : { ...entry, body: nothing };
    return stored && { ...stored, cache: 'HIT', timings: {} };
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
    const leave = admission.arrive({ account: request.job.account, limit: request.concurrentRenders });
    const deadline = new Deadline(request.deadline);
    const abandon = () => deadline.cancel(clientLeft);
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
