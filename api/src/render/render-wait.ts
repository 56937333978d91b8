import { randomUUID } from 'node:crypto';
import {
  type Rendered,
  type RenderJob,
  type RenderResult,
  subjects,
  type Timings,
  TintypeError,
} from '@tintype/contracts';
import type { Deadline, Logger, Nats } from '@tintype/runtime';
import type { Admission } from './admission.js';
import { type Announcement, Announcements } from './announcements.js';
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
  /** Jobs of the account at once; null: no limit. */
  concurrentRenders: number | null;
}

export interface Obtained extends StoredResult {
  /** HIT: stored before; MISS: rendered for this request; COALESCED: rendered for another one at the same time. */
  cache: 'HIT' | 'MISS' | 'COALESCED';
  timings: Timings;
}

export interface RenderServices {
  nats: Nats;
  store: Pick<ResultStore, 'look' | 'find' | 'store'>;
  admission: Pick<Admission, 'enter'>;
  /** Whether what is rendered can be stored at present. */
  canStore: () => boolean;
  log: Logger;
}

export interface RenderWaitOptions extends RenderServices {
  request: RenderRequest;
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
  readonly #announcements: Announcements;
  /** Ids of the jobs that were published for this request, and accepted for all that is known. */
  readonly #own = new Set<string>();
  #offering: Promise<void> | undefined;
  #admitted = false;
  #refusal: unknown;

  /** Listens from now on, so that no announcement of what is published later is missed. */
  constructor(options: RenderWaitOptions) {
    this.#options = options;
    const { request } = options;
    const wants = (job: string) => !request.fresh || this.#own.has(job);
    this.#announcements = new Announcements({ ...options, key: request.job.key, wants });
  }

  /** A result came, and could not be stored. */
  get storeFailed(): boolean {
    return this.#storeFailures > 0;
  }

  /**
   * Goes on until there is a result or an error; the caller has looked in the cache, and races the deadline. A result that
   * was stored since is met when ours is: then it stays, and is what we answer.
   */
  async run(): Promise<Obtained> {
    const { deadline } = this.#options;
    let obtained: Obtained | undefined;
    while (!obtained && !deadline.passed) {
      this.#offer();
      const announcement = await this.#announcements.next(lookMs);
      if (this.#refusal) throw this.#refusal;
      obtained = announcement ? await this.#takeAll(announcement) : await this.#look();
    }
    if (!obtained) throw deadline.signal.reason;
    return obtained;
  }

  /** Hears nothing any more. */
  close(): void {
    this.#announcements.close();
  }

  /** Tells the nodes that the owner of these jobs does not wait any more; after `close`, or they would ask in vain. */
  leave(): void {
    for (const job of this.#own) this.#options.nats.connection.publish(subjects.left(job));
  }

  /** Publishes beside the wait: while it waits for its turn, the result of another's job may come. */
  #offer(): void {
    this.#offering ??= this.#publish()
      .catch((error) => this.#refuse(error))
      .finally(() => {
        this.#offering = undefined;
      });
  }

  #refuse(error: unknown): void {
    // A job of ours may be in work already: its result is still to come.
    if (this.#own.size === 0) {
      this.#refusal = error;
      this.#announcements.wake();
    } else if (!this.#options.deadline.passed) {
      this.#options.log.warn({ err: error, key: this.#options.request.job.key }, 'cannot publish a job again');
    }
  }

  async #publish(): Promise<void> {
    if (this.#admitted) return this.#publishOnce();
    const { admission, request, deadline } = this.#options;
    const { account } = request.job;
    const candidate = { account, limit: request.concurrentRenders, signal: deadline.signal };
    await admission.enter(candidate, () => this.#publishOnce());
    this.#admitted = true;
  }

  async #publishOnce(): Promise<void> {
    const { nats, request } = this.#options;
    const id = randomUUID();
    // Before it is published: its result must not come to somebody who does not know it.
    this.#own.add(id);
    try {
      if (!(await publishJob(nats, { ...request.job, id, publishedAt: Date.now() }))) this.#own.delete(id);
    } catch (error) {
      this.#own.delete(id);
      throw error;
    }
  }

  /** Everything that was heard is handled before the job is published again: it may be the result. */
  async #takeAll(first: Announcement): Promise<Obtained | undefined> {
    for (let heard: Announcement | undefined = first; heard; heard = this.#announcements.heard()) {
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
