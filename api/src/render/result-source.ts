import { TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded } from '@tintype/runtime';
import { Announcements } from './announcements.js';
import { type Obtained, type RenderRequest, type RenderServices, RenderWait } from './render-wait.js';
import type { ResultRecord } from './result-store.js';

/** Brings the result of a request: from the cache, from a job in flight, or from one of its own. */
export class ResultSource {
  readonly #options: RenderServices;

  constructor(options: RenderServices) {
    this.#options = options;
  }

  /** Throws the error of a failed render, `timeout` at the deadline, `overloaded`, `unavailable`. */
  async obtain(request: RenderRequest): Promise<Obtained> {
    const { store } = this.#options;
    const { key } = request.job;
    const stored = request.fresh ? undefined : await store.find(key);
    return stored ? { ...stored, cache: 'HIT', timings: {} } : this.#wait(request);
  }

  /** The record of the cached result of a key. */
  look(key: string): Promise<ResultRecord | undefined> {
    return this.#options.store.look(key);
  }

  async #wait(request: RenderRequest): Promise<Obtained> {
    const { nats, log } = this.#options;
    const deadline = new Deadline(request.deadline);
    // Subscribed before anything is published, so that no announcement is missed.
    const announcements = new Announcements(nats, request.job.key, log);
    const wait = new RenderWait({ ...this.#options, request, announcements, deadline });
    try {
      return await deadline.race(wait.run());
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      throw new TintypeError(wait.storeFailed ? 'unavailable' : 'timeout', undefined, { cause: error });
    } finally {
      announcements.close();
      deadline.clear();
    }
  }
}
