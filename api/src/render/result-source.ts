import { type Timings, TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded, type Logger, type Nats } from '@tintype/runtime';
import { Announcements } from './announcements.js';
import { type RenderRequest, RenderWait } from './render-wait.js';
import type { ResultRecord, ResultStore, StoredResult } from './result-store.js';

export interface Obtained extends StoredResult {
  /** HIT: stored before; MISS: rendered for this request; COALESCED: rendered for another one at the same time. */
  cache: 'HIT' | 'MISS' | 'COALESCED';
  timings: Timings;
}

export interface ResultSourceOptions {
  nats: Nats;
  store: ResultStore;
  log: Logger;
}

/** Brings the result of a request: from the cache, from a job in flight, or from one of its own. */
export class ResultSource {
  readonly #options: ResultSourceOptions;

  constructor(options: ResultSourceOptions) {
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
