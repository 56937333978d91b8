import { TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded } from '@tintype/runtime';
import { type Obtained, type RenderRequest, type RenderServices, RenderWait } from './render-wait.js';
import type { ResultRecord } from './result-record.js';
import { SharedWaits } from './shared-waits.js';

/** The client has gone away: nobody is there to be answered. */
export class ClientLeft extends Error {
  override name = 'ClientLeft';
}

/** Made once: every request ends with it, and a trace of each would take as long as a cached answer's headers. */
export const clientLeft = new ClientLeft('The client has left.');

/** Brings the result of a request: from the cache, from a job in flight, or from one of its own. */
export class ResultSource {
  readonly #options: RenderServices;
  readonly #waits = new SharedWaits<Obtained>();

  constructor(options: RenderServices) {
    this.#options = options;
  }

  /**
   * Throws the error of a failed render, `timeout` at the deadline, `overloaded`, `rate_limited`, `unavailable`, and the
   * signal's reason once that client has left. Identical requests to one process share one wait, and one copy of the
   * bytes.
   */
  async obtain(request: RenderRequest, left: AbortSignal): Promise<Obtained> {
    const { key } = request.job;
    const begin = (abandoned: AbortSignal) => this.#wait(request, abandoned);
    if (request.fresh) return begin(left);
    const stored = await this.#options.store.find(key);
    if (stored) return { ...stored, cache: 'HIT', timings: {} };
    const running = this.#waits.join(key, left);
    return (running && (await this.#join(running, request))) ?? this.#waits.lead(key, left, begin);
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

  /** The record of the cached result of a key. */
  look(key: string): Promise<ResultRecord | undefined> {
    return this.#options.store.look(key);
  }

  async #wait(request: RenderRequest, abandoned: AbortSignal): Promise<Obtained> {
    // What could not be stored would be rendered for nothing, and hold its place at the node until that shows.
    if (!this.#options.canStore()) throw new TintypeError('unavailable');
    const deadline = new Deadline(request.deadline);
    const abandon = () => deadline.cancel(clientLeft);
    if (abandoned.aborted) abandon();
    abandoned.addEventListener('abort', abandon, { once: true });
    const wait = new RenderWait({ ...this.#options, request, deadline });
    try {
      return await deadline.race(wait.run());
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      throw new TintypeError(wait.storeFailed ? 'unavailable' : 'timeout', undefined, { cause: error });
    } finally {
      abandoned.removeEventListener('abort', abandon);
      wait.close();
      if (abandoned.aborted) wait.leave();
      deadline.clear();
    }
  }
}
