import type { KeyObject } from 'node:crypto';
import {
  type Endpoint,
  lateRender,
  limits,
  type Options,
  type Pairs,
  type RenderClass,
  TintypeError,
} from '@tintype/contracts';
import type { UploadPlan, Uploads } from '../account-storage/uploads.js';
import type { Account } from '../accounts/account.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import type { RequestRate } from '../limits/request-rate.js';
import type { Charging } from './charging.js';
import { contentTypeOf, describe, type RenderDescription } from './describe.js';
import { type Identified, identify } from './identity.js';
import { idleOptions } from './idle-options.js';
import type { RenderDocument } from './order/document.js';
import type { ReservedOutput } from './queue/job-offer.js';
import type { Obtained, RenderRequest } from './queue/render-request.js';
import type { ResultSource } from './queue/result-source.js';
import type { Reader } from './results/cached-blobs.js';
import { firstByte, type IndexEntry, type ResultRecord } from './results/result-record.js';
import type { ChoosePart, ResultStore } from './results/result-store.js';

export { Withdrawn } from './queue/render-request.js';

export interface TimeAllowed {
  /** The time for the render. Includes the wait for a node if `queueSeconds` is absent. */
  seconds: number;
  /** How long the job may wait for a node before `seconds` begin. */
  queueSeconds?: number;
  /** Adds the option `delay` to `seconds`. Only `Renders` parses the option, so no caller can compute the deadline. */
  plusDelay: boolean;
}

export const ordinaryTime: TimeAllowed = { seconds: limits.requestSeconds, plusDelay: true };
export const edgeTime: TimeAllowed = { seconds: limits.edgeSeconds, plusDelay: false };
/** The time for a request on `host`. Both hosts include their port, if any. `edgeHost` is in lower case. */
export const timeOnHost = (host: string, edgeHost: string | undefined): TimeAllowed =>
  host.toLowerCase() === edgeHost ? edgeTime : ordinaryTime;
/** An item may wait 240 s behind slow pages of its batch, because no client waits for it. */
export const batchTime: TimeAllowed = { ...ordinaryTime, queueSeconds: limits.batchQueueSeconds };

/** The class of a render that a client waits for. Recordings take seconds, and have their own slots. */
export const attendedClassOf = (endpoint: Endpoint): RenderClass => (endpoint === 'animated' ? 'recording' : 'still');

export interface RenderSubject {
  account: Account;
  endpoint: Endpoint;
  /** Decoded, with unknown names. */
  pairs: Pairs;
  /** The document, if the request brought one. `url` of the pairs is then the base of its links. */
  document?: RenderDocument | undefined;
  /** Content types that `bestFormat` may choose besides PNG. */
  accepts: readonly 'image/webp'[];
}

export interface RenderInput extends RenderSubject {
  class: RenderClass;
  time: TimeAllowed;
  requestId: string;
  /** Whether the entry point has counted the request against the account's rate. */
  isCounted?: boolean;
  /** Whether the entry point counts its bytes against the bandwidth. Otherwise a cached result counts whole. */
  countsBytes?: boolean;
  /** The wanted part of a cached result; undefined: all. A result that is new or not yet uploaded comes whole. */
  choosePart?: ChoosePart;
  /** SHA-256 hashes of results that the caller has, or `any`. The outcome has no bytes for these. */
  held?: readonly string[] | 'any';
  toStorage?: StorageOrder;
  /** A place in the offer that outputs of the same page load share. */
  place?: ReservedOutput;
}

/** For items of batches: copies the result to the account's storage, or fails. The outcome has no bytes. */
export interface StorageOrder {
  /** A UUID of the item, the same for each attempt. So an item is charged once even if it is rendered twice. */
  chargeId: string;
  /** When the batch was accepted, in ms of the Unix epoch. Names the object's day. Later results satisfy `fresh`. */
  since: number;
  /** Aborts with a `Withdrawn`, which the render then throws unless a node has the job. */
  withdrawn: AbortSignal;
}

export interface RenderPreview extends RenderDescription {
  key: string;
  record: ResultRecord | undefined;
  /** What the cached result lacks, and the options without effect. */
  warnings: readonly string[];
  /** Where a request with `s3Redirect` is redirected to, if the account's storage has a copy of the cached result. */
  location: string | undefined;
}

export interface RenderOutcome extends RenderDescription, Pick<Obtained, 'cache' | 'timings' | 'part'> {
  key: string;
  record: ResultRecord;
  /** What the result and its upload lack. */
  warnings: readonly string[];
  /** The public URL of the object in the account's storage, with `s3Redirect`. The outcome has no bytes then. */
  location: string | undefined;
  /** Empty if `callerHas` is true or `location` is set. */
  body: Uint8Array;
  /** Whether `held` names this result. */
  callerHas: boolean;
  credits: number;
}

export interface RendersOptions {
  /** The key that `secretsKeyOf` derives. */
  secretsKey: KeyObject;
  rate: Pick<RequestRate, 'count'>;
  store: Pick<ResultStore, 'find' | 'load' | 'hold'>;
  /** Throws `credits_exhausted`. */
  checkBalance: (account: Account) => Promise<void>;
  bandwidth: Pick<Bandwidth, 'check' | 'count'>;
  source: Pick<ResultSource, 'obtain' | 'newOffer'>;
  charging: Pick<Charging, 'charge'>;
  uploads: Pick<Uploads, 'planOf' | 'isDone' | 'redirectOf' | 'finish' | 'refuseLasting'>;
}

/** A job's deadline is 500 ms before its request's, so that the node's result or failure arrives in time. */
const marginMs = 500;

const noBytes = new Uint8Array();

/** A request, and what `Renders` prepared for it. */
interface PreparedRender {
  input: RenderInput;
  request: RenderRequest;
  plan: UploadPlan | undefined;
  reader: Reader;
}

const requestOf = (input: RenderInput, { options, pairs, key }: Identified): RenderRequest => {
  const { account, endpoint, document, class: renderClass, time, requestId, toStorage } = input;
  const renderMs = Math.round((time.seconds + (time.plusDelay ? options.delay : 0)) * 1000);
  const deadline = Date.now() + renderMs + (time.queueSeconds ?? 0) * 1000;
  const { resultBytes, cacheSeconds, concurrentRenders } = account.limits;
  const page = document ? { document: document.facts } : {};
  const output = { class: renderClass, endpoint, account: account.id, key, pairs, ...page };
  const ownLimit = time.queueSeconds === undefined ? {} : { renderMs };
  const job = { ...output, requestId, resultBytes, deadline: deadline - marginMs, ...ownLimit };
  const itemOfBatch = toStorage && { chargeId: toStorage.chargeId, withdrawn: toStorage.withdrawn };
  const forJob = { document: document?.bytes, place: input.place };
  return { job, ...forJob, deadline, fresh: options.fresh, cacheSeconds, concurrentRenders, ...itemOfBatch };
};

/** Adds the charged credits to the error of a failed upload. Another request uploads the paid result. */
const withCharge = (error: unknown, creditsCharged: number): unknown =>
  error instanceof TintypeError && error.code === 'storage_failed'
    ? new TintypeError(error.code, error.message, { cause: error.cause, details: { creditsCharged } })
    : error;

const isHeld = ({ held = [] }: RenderInput, { sha256 }: ResultRecord) => held === 'any' || held.includes(sha256);

/**
 * Turns options into a result, for every entry point. The order: rate, preset, options, key, cache; without a hit,
 * credits and job; then deadline, charge, upload, bandwidth. An item of a batch is charged after its upload. This class
 * knows nothing of HTTP.
 */
export class Renders {
  readonly #options: RendersOptions;

  constructor(options: RendersOptions) {
    this.#options = options;
  }

  /** Counts and checks a request, and describes its result. Renders and charges nothing. */
  async preview(subject: RenderSubject): Promise<RenderPreview> {
    const { rate, uploads, store, secretsKey } = this.#options;
    rate.count(subject.account);
    const { key, pairs, options } = identify(subject, secretsKey);
    const plan = uploads.planOf(subject.account, subject.endpoint, options);
    const record = (await store.find(key))?.record;
    const contentType = record?.contentType ?? contentTypeOf(subject.endpoint, pairs);
    const location = plan && record && uploads.redirectOf(plan, record);
    const warnings = [...idleOptions(subject, pairs), ...(record?.warnings ?? [])];
    return { ...describe(options, contentType, subject), key, record, warnings, location };
  }

  /**
   * Returns the result once it is charged; the caller must then deliver it. `left` aborts when no request waits any
   * more, and when the answer is sent. Throws errors of the catalogue, and the reason of `left`.
   */
  async render(input: RenderInput, left: AbortSignal): Promise<RenderOutcome> {
    const { id } = input.account;
    if (!input.toStorage) return this.#render(input, left, { account: id, until: left });
    // All items of a batch share `left`, and no answer to a client needs their bytes. Free each item's bytes at its end.
    const itemEnd = new AbortController();
    return this.#render(input, left, { account: id, until: itemEnd.signal }).finally(() => itemEnd.abort());
  }

  async #render(input: RenderInput, left: AbortSignal, reader: Reader): Promise<RenderOutcome> {
    const { rate, bandwidth, store, secretsKey } = this.#options;
    const { account } = input;
    if (!input.isCounted) rate.count(account);
    const identified = identify(input, secretsKey);
    const { options, key } = identified;
    const request = requestOf(input, identified);
    const prepared = { input, request, plan: this.#planOf(input, options), reader };
    const obtained = await this.#obtain(prepared, left);
    left.throwIfAborted();
    if (Date.now() > request.deadline) throw lateRender(input.endpoint);
    const { record, cache, part } = obtained;
    if (cache !== 'HIT') store.hold(record, obtained.body, reader);
    const description = describe(options, record.contentType, input);
    const { timings, credits, ...upload } = await this.#deliver(prepared, obtained, description.fileName);
    const callerHas = !upload.location && isHeld(input, record);
    const body = callerHas || upload.location ? noBytes : obtained.body;
    if (cache === 'HIT' && !input.countsBytes) bandwidth.count(account, body.length);
    return { ...description, key, record, cache, timings, credits, body, part, callerHas, ...upload };
  }

  /**
   * Renders outputs of one page load, each of another endpoint. Each output is cached and charged by itself, and may
   * fail by itself. Throws the first error in the options of any output, before it renders.
   */
  async renderTogether(
    inputs: readonly RenderInput[],
    left: AbortSignal,
  ): Promise<PromiseSettledResult<RenderOutcome>[]> {
    const { secretsKey, source } = this.#options;
    for (const input of inputs) this.#planOf(input, identify(input, secretsKey).options);
    const offer = source.newOffer();
    const placed = inputs.map((input) => ({ ...input, place: offer.reserve() }));
    return Promise.allSettled(placed.map((input) => this.render(input, left).finally(() => input.place.release())));
  }

  /** How to upload the result. For a batch, ignores a preset's `fileName`: it would give all items one object. */
  #planOf({ account, endpoint, pairs, toStorage }: RenderInput, options: Options): UploadPlan | undefined {
    const { uploads } = this.#options;
    if (!toStorage) return uploads.planOf(account, endpoint, options);
    const { fileName } = pairs;
    const storageOptions = { ...options, fileName, s3Redirect: true, skipUpload: false };
    return uploads.planOf(account, endpoint, storageOptions, toStorage.since);
  }

  /** Charges an item of a batch after its upload, so that a failed upload is free. Charges other results before. */
  async #deliver(prepared: PreparedRender, obtained: Obtained, fileName: string) {
    const { job } = prepared.request;
    const charge = () => this.#options.charging.charge(job, obtained);
    if (!prepared.input.toStorage) {
      const credits = await charge();
      const uploading = this.#upload(prepared, obtained, fileName);
      const uploaded = await uploading.catch((error: unknown) => Promise.reject(withCharge(error, credits)));
      return { ...uploaded, credits };
    }
    const uploaded = await this.#upload(prepared, obtained, fileName);
    return { ...uploaded, credits: await charge() };
  }

  /** The place of the uploaded copy, and the warnings and timings of render and upload. */
  async #upload({ input, request, plan }: PreparedRender, obtained: Obtained, fileName: string) {
    const { record, timings, cache, body } = obtained;
    const warnings = [...idleOptions(input, request.job.pairs), ...record.warnings];
    if (!plan) return { warnings, timings, location: undefined };
    const begun = performance.now();
    const isDone = this.#options.uploads.isDone(plan, record);
    const { location, warning } = await this.#options.uploads.finish({
      ...{ plan, record, fileName, key: request.job.key, deadline: request.deadline },
      body: body === noBytes ? undefined : body,
      // `isHit` lets an upload fail without an attempt after a recent failure. Items of batches always attempt it.
      isHit: cache === 'HIT' && !input.toStorage,
    });
    return {
      location,
      warnings: warning ? [...warnings, warning] : warnings,
      timings: isDone ? timings : { ...timings, upload: performance.now() - begun },
    };
  }

  /** Gets the result from the cache, or from a job. A cached result is free, even without credits. */
  async #obtain(prepared: PreparedRender, left: AbortSignal): Promise<Obtained> {
    const { input, request, plan } = prepared;
    const { store, source, checkBalance, uploads } = this.#options;
    const freshSince = input.toStorage?.since ?? Number.POSITIVE_INFINITY;
    const mayBeCached = !request.fresh || Number.isFinite(freshSince);
    const found = mayBeCached ? await store.find(request.job.key) : undefined;
    const entry = request.fresh && found && found.record.createdAt < freshSince ? undefined : found;
    const hasCopy = entry && plan && uploads.isDone(plan, entry.record);
    if (plan?.redirect && !hasCopy) uploads.refuseLasting(plan, request.job.key);
    const hit = entry && (await this.#load(prepared, entry));
    if (hit) return hit;
    // A record whose bytes are gone has a charge already: it covers the new bytes.
    if (!entry) await checkBalance(input.account);
    return source.obtain(request, left);
  }

  /** The cached result; undefined if its bytes are gone. Checks the bandwidth only if bytes are sent. */
  async #load({ input, request, plan, reader }: PreparedRender, entry: IndexEntry): Promise<Obtained | undefined> {
    const { store, bandwidth, uploads } = this.#options;
    const hit = { cache: 'HIT', timings: {} } as const;
    const needsNoBytes = plan?.redirect ? uploads.isDone(plan, entry.record) : isHeld(input, entry.record);
    if (needsNoBytes && (plan?.redirect || input.held !== 'any')) return { ...entry, ...hit, body: noBytes };
    if (!needsNoBytes && !plan?.redirect) await bandwidth.check(input.account);
    const choosePart: ChoosePart = (record) =>
      plan && !uploads.isDone(plan, record) ? undefined : input.choosePart?.(record);
    // For `held: 'any'`, one byte shows that the bytes are there.
    const wanted = needsNoBytes ? { choosePart: firstByte } : { choosePart, reader };
    const stored = await store.load(request.job.key, entry, wanted);
    return stored && { ...stored, ...hit, ...(needsNoBytes ? { body: noBytes, part: undefined } : {}) };
  }
}
