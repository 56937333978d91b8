import { type CannedAcl, type Endpoint, TintypeError } from '@tintype/contracts';
import { LRUCache } from 'lru-cache';
import type { StorageFault, StorageFaultKind } from '../blobs/storage-fault.js';
import { objectNameOf } from './object-place.js';
import type { UploadTarget } from './upload-targets.js';

export interface UploadFault extends Omit<StorageFault, 'kind'> {
  /** `no_time`: the request ended first, which is no fault of the store. */
  kind: StorageFaultKind | 'no_time';
}

/** The page was slow, not the store. */
export const noTime: UploadFault = {
  ...{ kind: 'no_time', reach: 'object' },
  sentence: 'The render left too little time for the upload. Try again: the result is cached.',
};

/** The cause of `storage_failed`. */
export class UploadFailed extends Error {
  override name = 'UploadFailed';
  readonly fault: UploadFault;

  constructor(fault: UploadFault, options?: ErrorOptions) {
    super(fault.sentence, options);
    this.fault = fault;
  }
}

export const storageFailed = (cause: UploadFailed) => new TintypeError('storage_failed', cause.message, { cause });

/** Cached results, and renders in vain, do not wait again for a store that failed within this time. */
const recentMs = 10_000;
/** A failure that took longer made its client wait. */
const slowMs = 2000;
/** After one, uploads have little time for this long. */
const rememberSlowMs = 60_000;

interface RecentFault {
  fault: UploadFault;
  place: Place;
  /** Milliseconds of the Unix epoch. */
  at: number;
  slowUntil: number;
}

export interface FailedUpload {
  fault: UploadFault;
  /** Duration of the upload. */
  ms: number;
  /** It had little time, because an earlier one was slow. */
  wasShort: boolean;
}

/** An upload that is planned, or failed. */
interface Place {
  target: UploadTarget;
  endpoint: Endpoint;
  acl: CannedAcl | undefined;
  fileName: string | undefined;
  /** Names the result. */
  key: string;
}

const folderOf = ({ fileName = '' }: Place) => objectNameOf(fileName).split('/').slice(0, -1).join('/');

/** Policies allow a key some folders, or some access lists. */
const hasSameAccess = (a: Place, b: Place) =>
  a.endpoint === b.endpoint && a.acl === b.acl && folderOf(a) === folderOf(b);

const reaches = ({ fault: { reach }, place }: RecentFault, other: Place): boolean => {
  if (reach === 'access') return hasSameAccess(place, other);
  return reach !== 'object' || place.key === other.key;
};

/** The last fault of each storage, for a minute. Changed settings make another target, and no fault. */
export class RecentFaults {
  readonly #faults = new LRUCache<UploadTarget, RecentFault>({ max: 1000, ttl: rememberSlowMs });

  note({ target, endpoint, acl, fileName, key }: Place, { fault, ms, wasShort }: FailedUpload): void {
    if (fault.kind === 'no_time') return;
    const at = Date.now();
    // A short upload proves little: a store that takes 5 s for each file would never get one again.
    const before = this.#faults.get(target)?.slowUntil ?? 0;
    const slowUntil = ms > slowMs && !wasShort ? at + rememberSlowMs : before;
    this.#faults.set(target, { fault, place: { target, endpoint, acl, fileName, key }, at, slowUntil });
  }

  /** An upload worked. It proves nothing about another folder or access list that a policy refuses. */
  clear(place: Place): void {
    const recent = this.#faults.get(place.target);
    if (recent?.fault.reach === 'access' && !reaches(recent, place)) recent.slowUntil = 0;
    else this.#faults.delete(place.target);
  }

  /** A fault within the last 10 s that this upload would get, too. */
  of(place: Place): UploadFault | undefined {
    const recent = this.#faults.get(place.target);
    if (!recent || Date.now() - recent.at > recentMs) return undefined;
    return reaches(recent, place) ? recent.fault : undefined;
  }

  /** Whether an upload took long to fail within the last minute, and none has worked since. */
  isSlow(target: UploadTarget): boolean {
    return (this.#faults.get(target)?.slowUntil ?? 0) > Date.now();
  }
}
