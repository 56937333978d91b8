import { type CannedAcl, type Endpoint, TintypeError } from '@tintype/contracts';
import { LRUCache } from 'lru-cache';
import type { FaultReach, StorageFault, StorageFaultKind } from '../s3/storage-fault.js';
import { objectNameOf } from './object-location.js';
import type { UploadTarget } from './upload-targets.js';

export interface UploadFault extends Omit<StorageFault, 'kind'> {
  /** `no_time`: the request ended first, which is no fault of the store. */
  kind: StorageFaultKind | 'no_time';
}

/** The page was slow, so that the request ended before the upload was done. The store is not at fault. */
export const noTime: UploadFault = {
  ...{ kind: 'no_time', reach: 'object' },
  sentence: 'The render left too little time for the upload. Try again: the result is cached.',
};

/** The cause of `storage_failed`. */
export class UploadFailed extends Error {
  override name = 'UploadFailed';
  readonly fault: UploadFault;
  /** True if nothing was uploaded, because the store had just refused other files. */
  readonly isGuess: boolean;

  constructor(fault: UploadFault, { isGuess = false, ...options }: ErrorOptions & { isGuess?: boolean } = {}) {
    super(fault.sentence, options);
    this.fault = fault;
    this.isGuess = isGuess;
  }
}

export const storageFailed = (cause: UploadFailed) => new TintypeError('storage_failed', cause.message, { cause });

/**
 * For this time, a failure also counts for later uploads that would probably fail for the same reason. Cached results
 * then do not wait for the store again, and renders do not start.
 */
const recentMs = 10_000;
/** After this wait, the failure behind a guess is too old for another guess: the next attempt asks the store. */
export const guessMs = recentMs + 1;
/** A failed upload that took longer than this counts as slow: its client had to wait. */
const slowMs = 2000;
/** For a minute after a slow failure, uploads have little time. */
const rememberSlowMs = 60_000;
/** Five failed files in a row are no accident: from then on, a guess counts as sure. */
const sureFailures = 5;

interface RecentFault {
  fault: UploadFault;
  upload: PlannedUpload;
  /** Milliseconds of the Unix epoch. */
  at: number;
  /** Until this time, in milliseconds of the Unix epoch, uploads have little time. */
  slowUntil: number;
  /** The number of different results that failed for this reason in a row. */
  failures: number;
}

export interface FailedUpload {
  fault: UploadFault;
  /** Duration of the upload. */
  ms: number;
  /** The upload had little time, because an earlier one was slow. */
  wasShort: boolean;
}

/** An upload that is planned, or failed. */
interface PlannedUpload {
  target: UploadTarget;
  endpoint: Endpoint;
  acl: CannedAcl | undefined;
  fileName: string | undefined;
  /** The result key. */
  key: string;
}

const folderOf = ({ fileName = '' }: PlannedUpload) => objectNameOf(fileName).split('/').slice(0, -1).join('/');

/**
 * Whether a policy that refused one upload also refuses the other. A policy allows an access key some folders, or some
 * access lists. A file that was refused with a list was also tried and refused without one (`putWithAcl`).
 */
const isRefusedToo = (refused: PlannedUpload, other: PlannedUpload) =>
  refused.endpoint === other.endpoint &&
  (other.acl === undefined || other.acl === refused.acl) &&
  folderOf(refused) === folderOf(other);

/**
 * True for an answer without a code of S3. Either a proxy blocks this one file, or the endpoint is no store and answers
 * every request this way.
 */
const isUnclear = ({ kind, reach }: UploadFault) => reach === 'object' && (kind === 'no_store' || kind === 'refused');

/** An unclear fault of several results counts as one of the store. */
const reachOf = ({ fault, failures }: RecentFault): FaultReach =>
  isUnclear(fault) && failures > 1 ? 'store' : fault.reach;

/** Whether the other upload would probably get this fault, too. */
const reaches = (recent: RecentFault, other: PlannedUpload): boolean => {
  const reach = reachOf(recent);
  if (reach === 'access') return isRefusedToo(recent.upload, other);
  return reach !== 'object' || recent.upload.key === other.key;
};

const isSame = (recent: RecentFault, fault: UploadFault, upload: PlannedUpload): boolean =>
  recent.fault.kind === fault.kind &&
  recent.fault.reach === fault.reach &&
  (fault.reach !== 'access' || isRefusedToo(recent.upload, upload));

const isRecent = ({ at }: RecentFault) => Date.now() - at <= recentMs;

/**
 * The last fault of each storage, kept for a minute. A change of the settings makes another target, which has no fault
 * yet.
 */
export class RecentFaults {
  readonly #faults = new LRUCache<UploadTarget, RecentFault>({ max: 1000, ttl: rememberSlowMs });

  note({ target, endpoint, acl, fileName, key }: PlannedUpload, { fault, ms, wasShort }: FailedUpload): void {
    if (fault.kind === 'no_time') return;
    const at = Date.now();
    const upload = { target, endpoint, acl, fileName, key };
    const previous = this.#faults.get(target);
    // Ignore a short upload: else a store that takes 5 s for each file would never get enough time again.
    const slowUntil = ms > slowMs && !wasShort ? at + rememberSlowMs : (previous?.slowUntil ?? 0);
    const repeated = previous && isSame(previous, fault, upload) ? previous : undefined;
    // A fault of one object does not replace a recent one that reaches further.
    const keepsPrevious =
      previous && !repeated && isRecent(previous) && fault.reach === 'object' && reachOf(previous) !== 'object';
    const failures = (repeated?.failures ?? 0) + (repeated?.upload.key === key ? 0 : 1);
    this.#faults.set(target, keepsPrevious ? { ...previous, slowUntil } : { fault, upload, at, slowUntil, failures });
  }

  /**
   * Forgets the fault of the storage, because an upload worked. Keeps a policy's refusal of another folder or access
   * list: the upload proves nothing about these.
   */
  clear(upload: PlannedUpload): void {
    const recent = this.#faults.get(upload.target);
    if (recent?.fault.reach === 'access' && !reaches(recent, upload)) recent.slowUntil = 0;
    else this.#faults.delete(upload.target);
  }

  /** A fault within the last 10 s that this upload would get, too. */
  recentFor(upload: PlannedUpload): UploadFault | undefined {
    return this.#recentFor(upload)?.fault;
  }

  /**
   * A failure within the last 10 s that this upload would probably repeat. Its render then need not start. For an
   * upload with only one try, a guess counts only after five failures in a row. A fault of the settings is no guess.
   */
  lasting(upload: PlannedUpload, hasOneTry: boolean): UploadFailed | undefined {
    const recent = this.#recentFor(upload);
    if (!recent) return undefined;
    const { fault, failures } = recent;
    const isGuess = fault.reach === 'access' || (isUnclear(fault) && failures > 1);
    const isSure = fault.reach === 'settings' || (isGuess && failures >= sureFailures);
    return isSure || (isGuess && !hasOneTry) ? new UploadFailed(fault, { isGuess }) : undefined;
  }

  #recentFor(upload: PlannedUpload): RecentFault | undefined {
    const recent = this.#faults.get(upload.target);
    return recent && isRecent(recent) && reaches(recent, upload) ? recent : undefined;
  }

  /** Whether an upload took long to fail within the last minute, and none has worked since. */
  isSlow(target: UploadTarget): boolean {
    return (this.#faults.get(target)?.slowUntil ?? 0) > Date.now();
  }
}
