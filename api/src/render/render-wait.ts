import { randomUUID } from 'node:crypto';
import { type Rendered, type RenderJob, type RenderResult, type Timings, TintypeError } from '@tintype/contracts';
import type { Deadline, Logger, Nats } from '@tintype/runtime';
import type { Announcement, Announcements } from './announcements.js';
import { publishJob } from './job-queue.js';
import { bodyOf } from './result-body.js';
import type { ResultStore, StoredResult } from './result-store.js';

export interface RenderRequest {
  /** Without an id: every attempt to publish makes a new one. */
  job: Omit<RenderJob, 'id' | 'publishedAt'>;
  /** Milliseconds of the Unix epoch; a little later than the job's, so that its outcome still arrives. */
  deadline: number;
  fresh: boolean;
  cacheSeconds: number;
}

export interface Obtained extends StoredResult {
  /** HIT: stored before; MISS: rendered for this request; COALESCED: rendered for another one at the same time. */
  cache: 'HIT' | 'MISS' | 'COALESCED';
  timings: Timings;
}

export interface RenderServices {
  nats: Nats;
  store: ResultStore;
  /** Whether what is rendered can be stored at present. */
  canStore: () => boolean;
  log: Logger;
}

export interface RenderWaitOptions extends RenderServices {
  request: RenderRequest;
  announcements: Announcements;
  deadline: Deadline;
}

type Failure = Extract<RenderResult, { ok: false }>;

/** How often a waiting request looks in the cache and publishes its job again: whoever owned it may be gone. */
const lookMs = 250;
/** The second time is when the node announces the result again, after 5 s. */
const storeAttempts = 2;

/** One request that waits for its key's result ("Renders" in docs/architecture.md). */
export class RenderWait {
  #storeFailures = 0;
  readonly #options: RenderWaitOptions;
  /** Ids of the jobs that were accepted for this request. */
  readonly #own = new Set<string>();

  constructor(options: RenderWaitOptions) {
    this.#options = options;
  }

  /** A result came, and could not be stored. */
  get storeFailed(): boolean {
    return this.#storeFailures > 0;
  }

  /** Goes on until there is a result or an error; the caller races the deadline. */
  async run(): Promise<Obtained> {
    const { announcements, deadline } = this.#options;
    let obtained = await this.#look();
    while (!obtained && !deadline.passed) {
      await this.#publish();
      const announcement = await announcements.next(lookMs);
      obtained = announcement ? await this.#takeAll(announcement) : await this.#look();
    }
    if (!obtained) throw deadline.signal.reason;
    return obtained;
  }

  async #publish(): Promise<void> {
    const { nats, request, log } = this.#options;
    const id = randomUUID();
    const job = { ...request.job, id, publishedAt: Date.now() };
    try {
      if (await publishJob(nats, 'still', job)) this.#own.add(id);
    } catch (error) {
      // A job of ours may be in work already: its result is still to come.
      if (this.#own.size === 0) throw error;
      log.warn({ err: error, key: request.job.key }, 'cannot publish a job again');
    }
  }

  /** Everything that was heard is handled before the job is published again: it may be the result. */
  async #takeAll(first: Announcement): Promise<Obtained | undefined> {
    for (let heard: Announcement | undefined = first; heard; heard = this.#options.announcements.heard()) {
      const obtained = await this.#take(heard);
      if (obtained) return obtained;
    }
    return undefined;
  }

  /** A fresh request is content with the record of its own job alone. */
  async #look(): Promise<Obtained | undefined> {
    const { store, request } = this.#options;
    const found = await store.find(request.job.key);
    if (!found || (request.fresh && !this.#own.has(found.record.job))) return undefined;
    return { ...found, cache: this.#own.has(found.record.job) ? 'MISS' : 'COALESCED', timings: {} };
  }

  /** What an announcement is worth to this request; undefined: nothing, it goes on waiting. */
  async #take(announcement: Announcement): Promise<Obtained | undefined> {
    const { result } = announcement;
    const isOwn = this.#own.has(result.job);
    if (this.#options.request.fresh && !isOwn) return undefined;
    return result.ok ? this.#keep(result, announcement) : this.#fail(result, isOwn);
  }

  /** A deadline is its owner's alone: others may have a later one. */
  #fail({ code, message }: Failure, isOwn: boolean): undefined {
    if (code === 'timeout' && !isOwn) return undefined;
    throw new TintypeError(code, message);
  }

  async #keep(rendered: Rendered, announcement: Announcement): Promise<Obtained | undefined> {
    const { log, request } = this.#options;
    try {
      const obtained = await this.#store(rendered, announcement.body);
      announcement.confirm();
      return obtained;
    } catch (error) {
      // Not confirmed: the node announces it again, as long as we listen.
      this.#storeFailures += 1;
      log.warn({ err: error, key: request.job.key }, 'cannot store a result');
      if (this.#storeFailures < storeAttempts) return undefined;
      throw new TintypeError('unavailable', undefined, { cause: error });
    }
  }

  async #store(rendered: Rendered, inline: Uint8Array): Promise<Obtained> {
    const { nats, store, request } = this.#options;
    const start = performance.now();
    const body = await bodyOf(nats, rendered, inline);
    const { cacheSeconds, fresh: replace } = request;
    const stored = await store.store({ key: request.job.key, rendered, body, cacheSeconds, replace });
    const timings = { ...rendered.timings, store: performance.now() - start };
    return { ...stored, cache: this.#own.has(rendered.job) ? 'MISS' : 'COALESCED', timings };
  }
}
