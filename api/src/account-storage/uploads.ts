import { type CannedAcl, type Endpoint, type Options, TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import { contentDisposition } from '../render/file-name.js';
import type { ResultRecord } from '../render/results/result-record.js';
import type { ResultStore } from '../render/results/result-store.js';
import { S3Failure } from '../s3/s3-bucket.js';
import { aclOf, aclWarning, putWithAcl } from './access-list.js';
import { faultForHolder } from './holders-fault.js';
import { isUploaded, objectKeyOf, publicUrlOf } from './object-location.js';
import { noTime, RecentFaults, storageFailed, UploadFailed } from './upload-faults.js';
import type { OnUpload } from './upload-metrics.js';
import type { UploadTarget, UploadTargets } from './upload-targets.js';
import { UsedNames } from './used-names.js';

/** How a result of a request is uploaded. */
export interface UploadPlan {
  /** Id of the account. */
  account: string;
  target: UploadTarget;
  endpoint: Endpoint;
  acl: CannedAcl | undefined;
  /** The value of `s3Redirect`. */
  redirect: boolean;
  fileName: string | undefined;
  /** The URL of the page. */
  page: string;
  /**
   * When the batch was accepted, in milliseconds of the Unix epoch. The object's name has that day. Undefined outside
   * batches. Each item of a batch stores its object again, because another batch may have replaced or deleted an
   * earlier copy.
   */
  acceptedAt: number | undefined;
}

const isOfBatch = ({ acceptedAt }: Pick<UploadPlan, 'acceptedAt'>): boolean => acceptedAt !== undefined;

export interface UploadOrder {
  plan: UploadPlan;
  key: string;
  /** Describes the stored result, which is charged already. Only the charge of a batch's item may be missing. */
  record: ResultRecord;
  /** The result's bytes. Undefined if the answer needs none, as for a 304: then nothing is uploaded. */
  body: Uint8Array | undefined;
  /** The download name. */
  fileName: string;
  /** The end of the request, in milliseconds of the Unix epoch. */
  deadline: number;
  /** True if the result was cached, so that its client waits for this upload only. */
  isHit: boolean;
}

export interface Uploaded {
  /** The object's public URL, with `s3Redirect`. */
  location?: string;
  warning?: string;
}

export interface UploadsOptions {
  targets: Pick<UploadTargets, 'targetOf'>;
  results: Pick<ResultStore, 'recordUpload'>;
  onUpload: OnUpload;
  log: Logger;
}

/** An upload may take 10 s, plus a second for each MiB, but never beyond the request's deadline. */
const uploadMs = 10_000;
/**
 * Replaces `uploadMs` for a minute after a slow failure, if a client waits. So a hanging store delays answers by 2 s.
 */
const shortUploadMs = 2000;
/** Time for the answer after the upload. */
const marginMs = 500;

const noStorage =
  'The account has no storage, which `s3Redirect` needs. Set it with PUT /v1/account/storage, or ask the administrator of this service.';

/** A batch cannot ask for a redirect, so the sentence does not name `s3Redirect`. */
export const noBatchStorage =
  "A batch stores its results in the account's storage, which is not set. Set it with PUT /v1/account/storage, or ask the administrator of this service.";

const objectOf = ({ plan, key, record }: UploadOrder): string => {
  const { target, endpoint, fileName, acceptedAt } = plan;
  const { contentType, createdAt } = record;
  const facts = { endpoint, key, fileName, contentType, createdAt: acceptedAt ?? createdAt };
  return objectKeyOf(target.settings.prefix, facts);
};

type Upload = NonNullable<ResultRecord['upload']>;

interface RunningUpload {
  done: Promise<Upload>;
  /** The end of the request that began it. */
  deadline: number;
  /** The write of the location into the record, by the first request that shares the upload. */
  recorded?: Promise<void>;
}

interface TimeLimit {
  /** Milliseconds of the Unix epoch. */
  until: number;
  /** True if the request's end is the limit, because it comes before the upload's own. */
  endsWithRequest: boolean;
}

const limitOf = (deadline: number, ownMs: number): TimeLimit => {
  const own = Date.now() + ownMs;
  const ofRequest = deadline - marginMs;
  return { until: Math.min(own, ofRequest), endsWithRequest: ofRequest < own };
};

/** A timer may fire this much early. */
const timerMs = 5;

const isOver = ({ until }: TimeLimit) => until - Date.now() < timerMs;

/** Uploads results to accounts' storage. Outside batches, each stored result is uploaded once to each storage. */
export class Uploads {
  readonly #options: UploadsOptions;
  /**
   * Keyed by storage, stored bytes, access list and object name. Identical requests of this process share one upload.
   */
  readonly #running = new Map<string, RunningUpload>();
  readonly #faults = new RecentFaults();
  readonly #names = new UsedNames();

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** Undefined if the request's result is not uploaded. Throws `storage_not_configured`. */
  planOf(account: Account, endpoint: Endpoint, options: Options, acceptedAt?: number): UploadPlan | undefined {
    if (!('s3Redirect' in options) || !isUploaded(endpoint)) return undefined;
    const { s3Redirect: redirect, skipUpload, s3Acl, fileName, url: page } = options;
    const target = this.#options.targets.targetOf(account);
    if (!target && redirect)
      throw new TintypeError('storage_not_configured', isOfBatch({ acceptedAt }) ? noBatchStorage : noStorage);
    if (!target || skipUpload) return undefined;
    return { account: account.id, target, endpoint, acl: aclOf(s3Acl), redirect, fileName, page, acceptedAt };
  }

  /** Whether an earlier request stored a copy at this location. */
  isDone(plan: UploadPlan, { upload }: ResultRecord): boolean {
    return !isOfBatch(plan) && upload?.target === plan.target.id;
  }

  /** Where `s3Redirect` leads without another upload. */
  redirectOf(plan: UploadPlan, record: ResultRecord): string | undefined {
    const { target, redirect } = plan;
    const copy = redirect && this.isDone(plan, record) && record.upload;
    return copy ? publicUrlOf(target.settings, copy.object) : undefined;
  }

  /**
   * Throws `storage_failed` if an upload of the last 10 s failed for a reason that this one probably shares. Call it
   * before the render, whose result could not be uploaded. Wrong settings refuse an item of a batch at once. Other
   * reasons do so only after five such failures in a row (`lasting`), since fewer may be chance.
   */
  refuseLasting(plan: UploadPlan, key: string): void {
    const failure = this.#faults.lasting({ ...plan, key }, isOfBatch(plan));
    if (failure) throw storageFailed(failure);
  }

  /**
   * Uploads the result, unless that is done. A failure throws `storage_failed` with `s3Redirect`, else it is a warning.
   */
  async finish(order: UploadOrder): Promise<Uploaded> {
    const { plan, record } = order;
    try {
      if (this.isDone(plan, record) && record.upload) return this.#uploaded(plan, record.upload);
      const upload = await this.#share(order);
      return upload ? this.#uploaded(plan, upload, this.#names.use(plan, upload.object)) : {};
    } catch (error) {
      if (!(error instanceof UploadFailed)) throw error;
      if (plan.redirect) throw storageFailed(error);
      return { warning: `The result was not uploaded to the account's storage. ${error.message}` };
    }
  }

  #uploaded({ target, acl, redirect }: UploadPlan, { object, withoutAcl }: Upload, more?: string): Uploaded {
    const warnings = [...(withoutAcl && acl ? [aclWarning(acl)] : []), ...(more ? [more] : [])];
    return {
      ...(redirect ? { location: publicUrlOf(target.settings, object) } : {}),
      ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
    };
  }

  async #share(order: UploadOrder): Promise<Upload | undefined> {
    const { plan, key, record, body, isHit, deadline } = order;
    if (!body) return undefined;
    const fault = this.#faults.recentFor({ ...plan, key });
    if (fault && isHit) throw new UploadFailed(fault);
    const name = [plan.target.id, record.object, plan.acl, objectOf(order)].join(' ');
    const attempt = () => this.#join(name, order, body);
    const shared = this.#running.get(name);
    return attempt().catch((error: unknown) => {
      // The upload was another request's, whose deadline ended it.
      const hasMoreTime = shared && deadline > shared.deadline;
      if (hasMoreTime && error instanceof UploadFailed && error.fault.kind === 'no_time') return attempt();
      throw error;
    });
  }

  async #join(name: string, order: UploadOrder, body: Uint8Array): Promise<Upload> {
    const running = this.#running.get(name) ?? this.#begin(name, order, body);
    const upload = await running.done;
    // Only a request outside batches records the copy, even if an item of a batch began the shared upload.
    if (!isOfBatch(order.plan)) {
      running.recorded ??= this.#record(order, upload);
      await running.recorded;
    }
    return upload;
  }

  #begin(name: string, order: UploadOrder, body: Uint8Array): RunningUpload {
    const done = this.#upload(order, body).finally(() => this.#running.delete(name));
    const running = { done, deadline: order.deadline };
    this.#running.set(name, running);
    return running;
  }

  async #upload(order: UploadOrder, body: Uint8Array): Promise<Upload> {
    const { plan, key } = order;
    const { account, target } = plan;
    const startedAt = Date.now();
    // No client waits for an item of a batch.
    const isShort = !isOfBatch(plan) && this.#faults.isSlow(target);
    const report = (outcome: Parameters<OnUpload>[0]['outcome']) =>
      this.#options.onUpload({ account, outcome, bytes: body.length, seconds: (Date.now() - startedAt) / 1000 });
    try {
      const upload = await this.#put(order, body, isShort ? shortUploadMs : uploadMs);
      this.#faults.clear({ ...plan, key });
      report(upload.withoutAcl ? 'without_acl' : 'stored');
      return upload;
    } catch (error) {
      const failed = this.#asUploadFailed(target, error);
      const { fault, cause: err } = failed;
      this.#faults.note({ ...plan, key }, { fault, ms: Date.now() - startedAt, wasShort: isShort });
      report(fault.kind);
      this.#options.log.warn({ err, account, key }, 'cannot upload a result to its account’s storage');
      throw failed;
    }
  }

  async #put(order: UploadOrder, body: Uint8Array, baseMs: number): Promise<Upload> {
    const { plan, record, fileName, deadline } = order;
    const { target, acl } = plan;
    const { contentType } = record;
    const object = objectOf(order);
    const limit = limitOf(deadline, baseMs + body.length / 1024);
    const bucket = await target.bucket();
    const put = async (access: CannedAcl | undefined) => {
      const timeoutMs = Math.max(Math.floor(limit.until - Date.now()), 1);
      const options = { contentType, contentDisposition: contentDisposition(fileName), timeoutMs };
      if (limit.endsWithRequest && isOver(limit)) throw new UploadFailed(noTime);
      await bucket.put(object, body, { ...options, acl: access }).catch((cause: S3Failure) => {
        const isCut = cause.status === undefined && limit.endsWithRequest && isOver(limit);
        throw isCut ? new UploadFailed(noTime, { cause }) : cause;
      });
    };
    const hasAcl = await putWithAcl(acl, put);
    return { target: target.id, object, ...(hasAcl ? {} : { withoutAcl: true }) };
  }

  /** Records the object's location. If that fails, the next request uploads the result again. */
  async #record({ key, record }: UploadOrder, upload: Upload): Promise<void> {
    const { results, log } = this.#options;
    await results.recordUpload(key, record, upload).catch((err) => {
      log.warn({ err, key }, 'cannot record the location of an upload: the next request uploads it again');
    });
  }

  #asUploadFailed(target: UploadTarget, error: unknown): UploadFailed {
    if (error instanceof UploadFailed) return error;
    if (!(error instanceof S3Failure)) throw error;
    return new UploadFailed(faultForHolder(target, error, 's3:PutObject'), { cause: error });
  }
}
