import { type Rendered, type RenderResult, TintypeError } from '@tintype/contracts';
import type { Deadline, Logger, Nats } from '@tintype/runtime';
import type { IndexEntry } from '../results/result-record.js';
import type { ResultStore } from '../results/result-store.js';
import type { Admission } from './admission.js';
import { type Announcement, Announcements } from './announcements.js';
import { JobOffer } from './job-offer.js';
import type { Obtained, RenderRequest } from './render-request.js';
import type { ResultBodies } from './result-bodies.js';

export interface RenderWaitOptions {
  nats: Nats;
  store: Pick<ResultStore, 'look' | 'load' | 'store'>;
  bodies: Pick<ResultBodies, 'bodyOf'>;
  admission: Pick<Admission, 'enter'>;
  request: RenderRequest;
  deadline: Deadline;
  log: Logger;
}

type Failure = Extract<RenderResult, { ok: false }>;

/** How often a waiting request looks in the cache and publishes its job again: whoever owned it may be gone. */
const lookMs = 250;
/** The node announces a result again, 5 s after the one that could not be stored. */
const storeAttempts = 2;

/** One request that waits for its key's result ("Renders" in docs/architecture.md). */
export class RenderWait {
  readonly #options: RenderWaitOptions;
  readonly #announcements: Announcements;
  readonly #offer: JobOffer;
  #storeFailures = 0;
  #refusal: unknown;

  /** Listens from now on, so that no announcement of what is published later is missed. */
  constructor(options: RenderWaitOptions) {
    this.#options = options;
    const { request, deadline } = options;
    const wants = (job: string) => !request.fresh || this.#offer.owns(job);
    this.#announcements = new Announcements({ ...options, key: request.job.key, wants });
    const onRefused = (error: unknown) => {
      this.#refusal = error;
      this.#announcements.wake();
    };
    this.#offer = new JobOffer({ ...options, signal: deadline.signal, onRefused });
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
      this.#offer.renew();
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

  /** Nobody waits here any more; after `close`, or the nodes would be told that somebody does. */
  leave(): void {
    this.#offer.leave();
  }

  /** Everything that was heard is handled before the job is published again: it may be the result. */
  async #takeAll(first: Announcement): Promise<Obtained | undefined> {
    for (let heard: Announcement | undefined = first; heard; heard = this.#announcements.takeArrived()) {
      const obtained = await this.#take(heard);
      if (obtained) return obtained;
    }
    return undefined;
  }

  /** A fresh request is content with the record of its own job alone, and loads no other's bytes. */
  async #look(): Promise<Obtained | undefined> {
    const { store, request, log } = this.#options;
    const { key } = request.job;
    try {
      const entry = await store.look(key);
      if (!entry || this.#isOthers(entry)) return undefined;
      const found = await store.load(key, entry);
      // Another may have taken its place meanwhile.
      if (!found || this.#isOthers(found)) return undefined;
      return { ...found, cache: this.#offer.owns(found.record.job) ? 'MISS' : 'COALESCED', timings: {} };
    } catch (error) {
      // A job is in work all the same, and the next look may succeed.
      log.warn({ err: error, key }, 'cannot look for a result');
      return undefined;
    }
  }

  /** A fresh request has no use for the result of another's job. */
  #isOthers({ record }: IndexEntry): boolean {
    return this.#options.request.fresh && !this.#offer.owns(record.job);
  }

  /** What an announcement is worth to this request; undefined: nothing, it goes on waiting. */
  async #take(announcement: Announcement): Promise<Obtained | undefined> {
    const { result } = announcement;
    const isOwn = this.#offer.owns(result.job);
    if (this.#options.request.fresh && !isOwn) return undefined;
    return result.ok ? this.#keep(result, announcement) : this.#fail(result, isOwn);
  }

  /** A deadline is its owner's alone: others may have a later one. */
  #fail({ code, message }: Failure, isOwn: boolean): undefined {
    if (code === 'timeout' && !isOwn) return undefined;
    throw new TintypeError(code, message);
  }

  /** Not confirmed when it fails: the node announces it again. */
  async #keep(rendered: Rendered, announcement: Announcement): Promise<Obtained | undefined> {
    const { bodies, log, request } = this.#options;
    const { key } = request.job;
    const start = performance.now();
    const body = await bodies.bodyOf(rendered, announcement.body, request.job.resultBytes).catch((error) => {
      log.warn({ err: error, key }, 'cannot pull a result');
      return undefined;
    });
    if (!body) return undefined;
    try {
      const { cacheSeconds, fresh: replace } = request;
      const stored = await this.#options.store.store({ key, rendered, body, cacheSeconds, replace });
      announcement.confirm();
      const timings = { ...rendered.timings, store: performance.now() - start };
      return { ...stored, cache: this.#offer.owns(rendered.job) ? 'MISS' : 'COALESCED', timings };
    } catch (error) {
      return this.#noteStoreFailure(error);
    }
  }

  #noteStoreFailure(error: unknown): undefined {
    const { log, request } = this.#options;
    this.#storeFailures += 1;
    log.warn({ err: error, key: request.job.key }, 'cannot store a result');
    if (this.#storeFailures < storeAttempts) return undefined;
    throw new TintypeError('unavailable', undefined, { cause: error });
  }
}
