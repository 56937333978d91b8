import { type CannedAcl, type Endpoint, type Options, TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { Account } from '../accounts/account.js';
import { S3Failure } from '../blobs/s3-bucket.js';
import { contentDisposition } from '../render/file-name.js';
import type { ResultRecord } from '../render/results/result-record.js';
import type { ResultStore } from '../render/results/result-store.js';
import { isUploaded, objectKeyOf, publicUrlOf } from './object-place.js';
import { holdersFault, mayRefuseAcl, type StorageFaultKind, storageFaultOf } from './storage-fault.js';
import type { OnUpload } from './upload-metrics.js';
import type { UploadTarget, UploadTargets } from './upload-targets.js';

/** How a result of a request is uploaded. */
export interface UploadPlan {
  /** Id of the account. */
  account: string;
  target: UploadTarget;
  endpoint: Endpoint;
  acl: CannedAcl | undefined;
  redirect: boolean;
  fileName: string | undefined;
  /**
   * For items of batches, in milliseconds of the Unix epoch: the object's day. It is stored each time, because another
   * batch may have replaced or deleted an earlier copy.
   */
  day?: number;
}

export interface UploadOrder {
  plan: UploadPlan;
  key: string;
  /** Charged, but for items of batches. */
  record: ResultRecord;
  /** Undefined: there is nothing to upload now. */
  body: Uint8Array | undefined;
  /** The download name. */
  fileName: string;
  /** The end of the request, in milliseconds of the Unix epoch. */
  deadline: number;
  /** The result was cached, and its client waits for nothing but this upload. */
  isHit: boolean;
}

export interface Uploaded {
  /** The object's public URL, with `s3Redirect`. */
  location?: string;
  warning?: string;
}

export interface UploadsOptions {
  targets: Pick<UploadTargets, 'of'>;
  results: Pick<ResultStore, 'recordUpload'>;
  onUpload: OnUpload;
  log: Logger;
}

/** An upload may take this long, and a second more for each MiB, but not beyond the request's deadline. */
const uploadMs = 10_000;
/** The answer needs it. */
const marginMs = 500;
/** Cached results do not wait again for a store that just failed. */
const rememberFaultMs = 10_000;

const noStorage =
  'The account has no storage, which `s3Redirect` needs. Set it with PUT /v1/account/storage, or ask the administrator of this service.';

/** Private is what stores give without a list, and many refuse any list. */
const aclOf = (acl: CannedAcl) => (acl === 'private' ? undefined : acl);

const aclWarning = (acl: CannedAcl) =>
  `The account's storage refused the access \`${acl}\`, so the object has the access that the bucket gives. Allow access lists on the bucket, or leave out \`s3Acl\`.`;

interface UploadFault {
  kind: StorageFaultKind | 'no_time';
  sentence: string;
}

/** The cause of `storage_failed`. */
export class UploadFailed extends Error {
  override name = 'UploadFailed';
  readonly fault: UploadFault;

  constructor(fault: UploadFault, options?: ErrorOptions) {
    super(fault.sentence, options);
    this.fault = fault;
  }
}

const failureOf = (cause: UploadFailed) => new TintypeError('storage_failed', cause.message, { cause });

/** The bucket's settings are wrong, or its login is: the next upload gets the same answer. */
export const lastingFaults: ReadonlySet<UploadFault['kind']> = new Set([
  'refused',
  'no_bucket',
  'other_region',
  'no_store',
  'blocked',
  'tls',
]);

/** The page was slow, not the store. */
const noTime: UploadFault = {
  kind: 'no_time',
  sentence: 'The render left too little time for the upload. Try again: the result is cached.',
};

const objectOf = ({ plan, key, record }: UploadOrder): string => {
  const { target, endpoint, fileName, day } = plan;
  const { contentType, createdAt } = record;
  return objectKeyOf(target.settings.prefix, { endpoint, key, fileName, contentType, createdAt: day ?? createdAt });
};

type Upload = NonNullable<ResultRecord['upload']>;

interface RecentFault {
  fault: UploadFault;
  endpoint: UploadPlan['endpoint'];
}

interface RunningUpload {
  done: Promise<Upload>;
  /** The end of the request that began it. */
  deadline: number;
}

interface TimeLimit {
  /** Milliseconds of the Unix epoch. */
  until: number;
  /** The request ends before the upload's own limit. */
  isRequests: boolean;
}

const limitOf = (deadline: number, bytes: number): TimeLimit => {
  const own = Date.now() + uploadMs + bytes / 1024;
  const ofRequest = deadline - marginMs;
  return { until: Math.min(own, ofRequest), isRequests: ofRequest < own };
};

/** A timer may fire this much early. */
const timerMs = 5;

const isOver = ({ until }: TimeLimit) => until - Date.now() < timerMs;

/** Uploads results to accounts' own storage, once for each stored result. */
export class Uploads {
  readonly #options: UploadsOptions;
  /** Keyed by the bytes: identical requests of this process share one upload. */
  readonly #running = new Map<string, RunningUpload>();
  /** Changed settings make another target, and no fault. */
  readonly #faults = new LRUCache<UploadTarget, RecentFault>({ max: 1000, ttl: rememberFaultMs });

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** Undefined if the request's result is not uploaded. Throws `storage_not_configured`. */
  planOf(account: Account, endpoint: Endpoint, options: Options): UploadPlan | undefined {
    if (!('s3Redirect' in options) || !isUploaded(endpoint)) return undefined;
    const { s3Redirect: redirect, skipUpload, s3Acl, fileName } = options;
    const target = this.#options.targets.of(account);
    if (!target && redirect) throw new TintypeError('storage_not_configured', noStorage);
    if (!target || skipUpload) return undefined;
    return { account: account.id, target, endpoint, acl: aclOf(s3Acl), redirect, fileName };
  }

  /** Whether an earlier request stored a copy in this place. */
  isDone({ target, day }: UploadPlan, { upload }: ResultRecord): boolean {
    return day === undefined && upload?.target === target.id;
  }

  /** Throws `storage_failed` if an upload just failed for a reason that stays: a render would be in vain. */
  refuseLasting(plan: UploadPlan): void {
    const fault = this.#recentFault(plan);
    if (fault && lastingFaults.has(fault.kind)) throw failureOf(new UploadFailed(fault));
  }

  /** Throws `storage_failed` with `s3Redirect`; without, a failure is a warning. */
  async finish(order: UploadOrder): Promise<Uploaded> {
    const { plan, record } = order;
    try {
      const upload = this.isDone(plan, record) ? record.upload : await this.#share(order);
      return upload ? this.#uploaded(plan, upload) : {};
    } catch (error) {
      if (!(error instanceof UploadFailed)) throw error;
      if (plan.redirect) throw failureOf(error);
      return { warning: `The result was not uploaded to the account's storage. ${error.message}` };
    }
  }

  #uploaded({ target, acl, redirect }: UploadPlan, { object, withoutAcl }: Upload): Uploaded {
    return {
      ...(redirect ? { location: publicUrlOf(target.settings, object) } : {}),
      ...(withoutAcl && acl ? { warning: aclWarning(acl) } : {}),
    };
  }

  /** A key may have the right to write to one folder only. */
  #recentFault({ target, endpoint }: UploadPlan): UploadFault | undefined {
    const recent = this.#faults.get(target);
    const isElsewhere = recent?.fault.kind === 'refused' && recent.endpoint !== endpoint;
    return isElsewhere ? undefined : recent?.fault;
  }

  async #share(order: UploadOrder): Promise<Upload | undefined> {
    const { plan, record, body, isHit } = order;
    if (!body) return undefined;
    const fault = this.#recentFault(plan);
    if (fault && isHit) throw new UploadFailed(fault);
    const name = [plan.target.id, record.object, plan.acl, objectOf(order)].join(' ');
    const join = () => this.#running.get(name) ?? this.#begin(name, order, body);
    const { done, deadline } = join();
    return done.catch((error: unknown) => {
      const hasMoreTime = order.deadline > deadline;
      if (hasMoreTime && error instanceof UploadFailed && error.fault.kind === 'no_time') return join().done;
      throw error;
    });
  }

  #begin(name: string, order: UploadOrder, body: Uint8Array): RunningUpload {
    const done = this.#upload(order, body).finally(() => this.#running.delete(name));
    const running = { done, deadline: order.deadline };
    this.#running.set(name, running);
    return running;
  }

  async #upload(order: UploadOrder, body: Uint8Array): Promise<Upload> {
    const { plan, key, record } = order;
    const begun = performance.now();
    const end = (outcome: Parameters<OnUpload>[0]['outcome']) =>
      this.#options.onUpload({ outcome, bytes: body.length, seconds: (performance.now() - begun) / 1000 });
    try {
      const upload = await this.#put(order, body);
      this.#faults.delete(plan.target);
      end(upload.withoutAcl ? 'without_acl' : 'stored');
      // The record of a charged result has the copy of its own day.
      if (plan.day === undefined) await this.#record(key, record, upload);
      return upload;
    } catch (error) {
      const failed = this.#failed(plan.target, error);
      if (failed.fault.kind !== 'no_time')
        this.#faults.set(plan.target, { fault: failed.fault, endpoint: plan.endpoint });
      end(failed.fault.kind);
      this.#options.log.warn(
        { err: failed.cause, account: plan.account, key },
        'cannot upload a result to its account’s storage',
      );
      throw failed;
    }
  }

  async #put(order: UploadOrder, body: Uint8Array): Promise<Upload> {
    const { plan, record, fileName, deadline } = order;
    const { target, acl } = plan;
    const { contentType } = record;
    const object = objectOf(order);
    const limit = limitOf(deadline, body.length);
    const bucket = await target.bucket();
    const put = async (access: CannedAcl | undefined) => {
      const timeoutMs = Math.max(Math.floor(limit.until - Date.now()), 1);
      const how = { contentType, contentDisposition: contentDisposition(fileName), timeoutMs };
      if (limit.isRequests && isOver(limit)) throw new UploadFailed(noTime);
      await bucket.put(object, body, { ...how, acl: access }).catch((cause: S3Failure) => {
        const isCut = cause.status === undefined && limit.isRequests && isOver(limit);
        throw isCut ? new UploadFailed(noTime, { cause }) : cause;
      });
    };
    try {
      await put(acl);
      return { target: target.id, object };
    } catch (error) {
      if (!acl || !(error instanceof S3Failure) || !mayRefuseAcl(error)) throw error;
      await put(undefined);
      return { target: target.id, object, withoutAcl: true };
    }
  }

  /** Without its place in the record, the next request uploads the result again. */
  async #record(key: string, record: ResultRecord, upload: Upload): Promise<void> {
    const { results, log } = this.#options;
    await results.recordUpload(key, record, upload).catch((err) => {
      log.warn({ err, key }, 'cannot record the place of an upload');
    });
  }

  #failed(target: UploadTarget, error: unknown): UploadFailed {
    if (error instanceof UploadFailed) return error;
    if (!(error instanceof S3Failure)) throw error;
    const fault = storageFaultOf(error, { bucket: target.settings.bucket, right: 's3:PutObject' });
    return new UploadFailed(holdersFault(target, fault), { cause: error });
  }
}
