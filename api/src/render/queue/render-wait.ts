import type { KeyObject } from 'node:crypto';
import {
  errorTable,
  httpsAssumedSentence,
  lacksScheme,
  limits,
  type RenderClass,
  type Rendered,
  type RenderResult,
  subjects,
  TintypeError,
} from '@tintype/contracts';
import { type Deadline, type Logger, type Nats, serveChunks } from '@tintype/runtime';
import type { IndexEntry } from '../results/result-record.js';
import type { ResultStore } from '../results/result-store.js';
import type { Admission } from './admission.js';
import { type Announcement, Announcements } from './announcements.js';
import { JobOffer, type OfferHandle } from './job-offer.js';
import type { Obtained, RenderRequest } from './render-request.js';
import type { ResultBodies } from './result-bodies.js';

export interface RenderWaitOptions {
  nats: Nats;
  store: Pick<ResultStore, 'find' | 'load' | 'store'>;
  bodies: Pick<ResultBodies, 'bodyOf'>;
  admission: Pick<Admission, 'enter' | 'noteResult'>;
  jobKey: KeyObject;
  request: RenderRequest;
  deadline: Deadline;
  log: Logger;
}

const noKey =
  'For 15 s, the browsers that got the request could not read its `headers`, `cookies` or `httpAuth`. Ask the administrator of this service to compare `TINTYPE_JOB_KEY` of api and browser-nodes.';

const httpsAssumed = `${errorTable.target_tls.message} ${httpsAssumedSentence}`;

type Failure = Extract<RenderResult, { ok: false }>;

/**
 * How often a waiting request reads the cache and offers its job again, because a job's owner may be gone. Each time
 * takes three NATS calls. Items of batches wait in the queue for seconds, and no client waits for them, so they poll
 * less.
 */
const pollMs: Record<RenderClass, number> = { still: 250, recording: 250, batch: 3000 };
/**
 * A request fails after 15 s in which nodes could not decrypt its job. Until then, a busy node that has the key may
 * take the job.
 */
const maxUnopenedMs = 15_000;
/**
 * The 15 s begin anew if no node fails to decrypt the job for one poll interval plus this time. The job is then in
 * work, or in the queue.
 */
const unopenedGapMs = 2000;
/** A result is stored in at most two attempts: the node announces it again after 5 s. */
const storeAttempts = 2;

/**
 * Serves a job's document to its node. Returns a function that stops the service. If several requests have the
 * document, each call of the node is answered once.
 */
const serveDocument = ({ connection }: Nats, { job, document: bytes }: RenderRequest): (() => void) => {
  if (!job.document || !bytes) return () => undefined;
  const subject = subjects.document(job.document.sha256);
  return serveChunks(connection, { subject, bytes, chunkBytes: limits.inlineResultBytes, queue: 'apis' });
};

/** One request that waits for its key's result ("The queue" in docs/architecture.md). */
export class RenderWait {
  readonly #options: RenderWaitOptions;
  readonly #announcements: Announcements;
  readonly #offer: OfferHandle;
  readonly #stopServing: () => void;
  #storeFailures = 0;
  /** The error that ends the wait at once. */
  #endError: unknown;
  readonly #wake = () => this.#announcements.wake();
  /** The first and the latest failure of the current series of failures to decrypt the job. */
  #unopened = { since: 0, lastAt: Number.NEGATIVE_INFINITY };

  /** Subscribes before the job is offered, so that the request misses no announcement of its own job. */
  constructor(options: RenderWaitOptions) {
    this.#options = options;
    const { request } = options;
    const wants = (job: string) => !request.fresh || this.#offer.owns(job);
    this.#announcements = new Announcements({
      ...options,
      key: request.job.key,
      wants,
      onUnopened: () => this.#noteUnopened(),
    });
    this.#stopServing = serveDocument(options.nats, request);
    const onRefused = (error: unknown) => this.#endWith(error);
    const place = request.place ?? new JobOffer(options).reserve();
    this.#offer = place.take({ request, onRefused });
    request.withdrawn?.addEventListener('abort', this.#wake);
  }

  #endWith(error: unknown): void {
    this.#endError = error;
    this.#announcements.wake();
  }

  #noteUnopened(): void {
    const { log, request } = this.#options;
    const { key, requestId, class: renderClass } = request.job;
    const now = performance.now();
    const { since, lastAt } = this.#unopened;
    const isGap = now - lastAt > pollMs[renderClass] + unopenedGapMs;
    this.#unopened = { since: isGap ? now : since, lastAt: now };
    if (this.#endError || now - this.#unopened.since < maxUnopenedMs) return;
    log.error(
      { key, requestId },
      'nodes could not decrypt the secrets of a job for 15 s: their TINTYPE_JOB_KEY lacks the key of the api',
    );
    this.#endWith(new TintypeError('unavailable', noKey));
  }

  get hasStoreFailed(): boolean {
    return this.#storeFailures > 0;
  }

  /**
   * Waits for a result. The caller has read the cache, and races the deadline. Unless the request is fresh, a result
   * that another request stored meanwhile is also an answer. Throws the render's error, `unavailable`, and the reason
   * of `withdrawn`.
   */
  async run(): Promise<Obtained> {
    const { deadline, request } = this.#options;
    let obtained: Obtained | undefined;
    while (!obtained && !deadline.passed) {
      await this.#offerOrLeave();
      const announcement = await this.#announcements.next(pollMs[request.job.class]);
      if (this.#endError) throw this.#endError;
      obtained = announcement ? await this.#takeAll(announcement) : await this.#findStored();
    }
    if (!obtained) throw deadline.signal.reason;
    return obtained;
  }

  /**
   * Never publishes the job of a withdrawn request again. If a node has the job, the request waits on; else this
   * throws.
   */
  async #offerOrLeave(): Promise<void> {
    const { withdrawn } = this.#options.request;
    if (!withdrawn?.aborted) this.#offer.renew();
    else if (!(await this.#offer.isInWork())) throw withdrawn.reason;
  }

  close(): void {
    this.#options.request.withdrawn?.removeEventListener('abort', this.#wake);
    this.#announcements.close();
    this.#offer.close();
    this.#stopServing();
  }

  /** Tells nodes that this request no longer waits. Call it after `close`, so that they find no subscriber. */
  leave(): void {
    this.#offer.leave();
  }

  /** Handles all arrived announcements before the next offer: one may be the result. */
  async #takeAll(first: Announcement): Promise<Obtained | undefined> {
    const { admission, request } = this.#options;
    admission.noteResult(request.job);
    for (let next: Announcement | undefined = first; next; next = this.#announcements.takeArrived()) {
      const obtained = await this.#take(next);
      if (obtained) return obtained;
    }
    return undefined;
  }

  /** Reads the cache. A fresh request accepts only the record of its own job. */
  async #findStored(): Promise<Obtained | undefined> {
    const { store, request, log } = this.#options;
    const { key } = request.job;
    try {
      const entry = await store.find(key);
      if (!entry || this.#isOfOtherJob(entry)) return undefined;
      const found = await store.load(key, entry);
      // Another record may have replaced the entry during the load.
      if (!found || this.#isOfOtherJob(found)) return undefined;
      return { ...found, cache: this.#offer.owns(found.record.job) ? 'MISS' : 'COALESCED', timings: {} };
    } catch (error) {
      log.warn({ err: error, key }, 'cannot read the cached result: the job still runs');
      return undefined;
    }
  }

  #isOfOtherJob({ record }: IndexEntry): boolean {
    return this.#options.request.fresh && !this.#offer.owns(record.job);
  }

  /** The result of an announcement; undefined if the request must keep waiting. */
  async #take(announcement: Announcement): Promise<Obtained | undefined> {
    const { result } = announcement;
    const isOwn = this.#offer.owns(result.job);
    if (this.#options.request.fresh && !isOwn) return undefined;
    return result.ok ? this.#keep(result, announcement) : this.#fail(result, isOwn);
  }

  /**
   * Throws the failure, unless another request's job ran out of time: our deadline may be later. `overloaded` means
   * that the job got no node in time, or no memory there.
   */
  #fail({ code, message }: Failure, isOwn: boolean): undefined {
    if ((code === 'timeout' || code === 'overloaded') && !isOwn) return undefined;
    const { url } = this.#options.request.job.pairs;
    throw new TintypeError(code, code === 'target_tls' && url && lacksScheme(url) ? httpsAssumed : message);
  }

  /** Stores an announced result. If that fails, confirms nothing, so that the node announces the result again. */
  async #keep(rendered: Rendered, announcement: Announcement): Promise<Obtained | undefined> {
    const { bodies, log, request } = this.#options;
    const { key } = request.job;
    const start = performance.now();
    const body = await bodies.bodyOf(rendered, announcement.body, request.job.resultBytes).catch((error) => {
      log.warn({ err: error, key }, 'cannot fetch the bytes of a result: the node announces it again');
      return undefined;
    });
    if (!body) return undefined;
    try {
      const { cacheSeconds, fresh: replace, chargeId } = request;
      const stored = await this.#options.store.store({ key, rendered, body, cacheSeconds, replace, chargeId });
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
    const isLast = this.#storeFailures >= storeAttempts;
    const consequence = isLast ? 'its requests fail with `unavailable`' : 'the node announces it again';
    log.warn({ err: error, key: request.job.key }, `cannot store a result: ${consequence}`);
    if (!isLast) return undefined;
    throw new TintypeError('unavailable', undefined, { cause: error });
  }
}
