import { TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded } from '@tintype/runtime';
import { Announcements } from './announcements.js';
import { type Obtained, type RenderRequest, type RenderServices, RenderWait } from './render-wait.js';
import type { ResultRecord } from './result-store.js';

/** Brings the result of a request: from the cache, from a job in flight, or from one of its own. */
export class ResultSource {
  readonly #options: RenderServices;
  /** Waits of this process that a request of the same key can share. */
  readonly #running = new Map<string, Promise<Obtained>>();

  constructor(options: RenderServices) {
    this.#options = options;
  }

  /**
   * Throws the error of a failed render, `timeout` at the deadline, `overloaded`, `unavailable`. Identical requests to one
   * process share one wait, and one copy of the bytes.
   */
  async obtain(request: RenderRequest): Promise<Obtained> {
    if (request.fresh) return this.#wait(request);
    const { key } = request.job;
    const stored = await this.#options.store.find(key);
    if (stored) return { ...stored, cache: 'HIT', timings: {} };
    const running = this.#running.get(key);
    return (running && (await this.#join(running, request))) ?? this.#lead(request);
  }

  async #lead(request: RenderRequest): Promise<Obtained> {
    const { key } = request.job;
    const waiting = this.#wait(request);
    this.#running.set(key, waiting);
    try {
      return await waiting;
    } finally {
      if (this.#running.get(key) === waiting) this.#running.delete(key);
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

  /** The record of the cached result of a key. */
  look(key: string): Promise<ResultRecord | undefined> {
    return this.#options.store.look(key);
  }

  async #wait(request: RenderRequest): Promise<Obtained> {
    const { nats, log, canStore } = this.#options;
    // What could not be stored would be rendered for nothing, and hold its place at the node until that shows.
    if (!canStore()) throw new TintypeError('unavailable');
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
