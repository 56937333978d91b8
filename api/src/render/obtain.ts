import { randomUUID } from 'node:crypto';
import { type Rendered, type RenderJob, type RenderResult, type Timings, TintypeError } from '@tintype/contracts';
import { Deadline, DeadlineExceeded, type Logger, type Nats } from '@tintype/runtime';
import { type Announcement, Announcements } from './announcements.js';
import { publishJob } from './job-queue.js';
import { bodyOf } from './result-body.js';
import type { ResultRecord, ResultStore } from './result-store.js';

export interface RenderRequest {
  /** Without an id: every attempt to publish makes a new one. */
  job: Omit<RenderJob, 'id' | 'publishedAt'>;
  fresh: boolean;
  cacheSeconds: number;
}

export interface Obtained {
  record: ResultRecord;
  body: Uint8Array;
  /** HIT: stored before; MISS: rendered for this request; COALESCED: rendered for another one at the same time. */
  cache: 'HIT' | 'MISS' | 'COALESCED';
  timings: Timings;
}

/** How often a waiting request looks in the cache and publishes its job again: whoever owned it may be gone. */
const lookMs = 250;

/** Brings the result of a request: from the cache, from a job in flight, or from one of its own. */
export class ResultSource {
  readonly #nats: Nats;
  readonly #store: ResultStore;
  readonly #log: Logger;

  constructor(nats: Nats, store: ResultStore, log: Logger) {
    this.#nats = nats;
    this.#store = store;
    this.#log = log;
  }

  /** Throws the catalogue's error of a failed render, `timeout` at the job's deadline, `overloaded`, `unavailable`. */
  async obtain(request: RenderRequest): Promise<Obtained> {
    const { job, fresh } = request;
    const stored = fresh ? undefined : await this.stored(job.key);
    if (stored) return stored;
    const deadline = new Deadline(job.deadline);
    // Subscribed before anything is published, so that no announcement is missed.
    const announcements = new Announcements(this.#nats, job.key, this.#log);
    try {
      return await deadline.race(this.#wait(request, announcements, deadline));
    } catch (error) {
      throw error instanceof DeadlineExceeded ? new TintypeError('timeout', undefined, { cause: error }) : error;
    } finally {
      announcements.close();
      deadline.clear();
    }
  }

  /** The cached result of a key. */
  async stored(key: string): Promise<Obtained | undefined> {
    const record = await this.#store.find(key);
    const body = record && (await this.#store.read(record));
    return body && { record, body, cache: 'HIT', timings: {} };
  }

  async #wait(request: RenderRequest, announcements: Announcements, deadline: Deadline): Promise<Obtained> {
    const { job, fresh } = request;
    let own: string | undefined;
    while (!deadline.passed) {
      own = (await this.#publish(request)) ?? own;
      const announcement = await announcements.next(lookMs);
      const obtained = announcement
        ? await this.#take(request, announcement, own)
        : !fresh && (await this.stored(job.key));
      if (obtained) return obtained;
    }
    throw new TintypeError('timeout');
  }

  async #publish({ job }: RenderRequest): Promise<string | undefined> {
    const id = randomUUID();
    const accepted = await publishJob(this.#nats, 'still', { ...job, id, publishedAt: Date.now() });
    return accepted ? id : undefined;
  }

  /** What an announcement is worth to this request; undefined: nothing, it goes on waiting. */
  async #take(request: RenderRequest, announcement: Announcement, own: string | undefined) {
    const { result } = announcement;
    const isOwn = result.job === own;
    if (request.fresh && !isOwn) return undefined;
    if (!result.ok) return this.#fail(result, isOwn);
    try {
      return await this.#keep(request, result, announcement, isOwn);
    } catch (error) {
      // Not confirmed: the node announces it again.
      this.#log.warn({ err: error, key: request.job.key }, 'cannot store a result');
      return undefined;
    }
  }

  /** A deadline is its owner's alone: others have a later one. */
  #fail(result: Extract<RenderResult, { ok: false }>, isOwn: boolean): undefined {
    if (result.code === 'timeout' && !isOwn) return undefined;
    throw new TintypeError(result.code, result.message);
  }

  async #keep(
    request: RenderRequest,
    rendered: Rendered,
    announcement: Announcement,
    isOwn: boolean,
  ): Promise<Obtained | undefined> {
    const { key } = request.job;
    const start = performance.now();
    const body = await bodyOf(this.#nats, rendered, announcement.body);
    const { cacheSeconds, fresh: replace } = request;
    const record = await this.#store.store({ key, rendered, body, cacheSeconds, replace });
    announcement.confirm();
    const timings = { ...rendered.timings, store: performance.now() - start };
    const cache = isOwn ? 'MISS' : 'COALESCED';
    if (record.job === rendered.job) return { record, body, cache, timings };
    const winner = await this.#store.read(record);
    return winner && { record, body: winner, cache, timings };
  }
}
