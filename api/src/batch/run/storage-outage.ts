import { limits, type TintypeError } from '@tintype/contracts';
import { Backoff } from '@tintype/runtime';
import { UploadFailed } from '../../account-storage/upload-faults.js';
import type { StorageFaultKind } from '../../s3/storage-fault.js';
import type { Paused } from '../facts/records.js';

const unanswered: ReadonlySet<StorageFaultKind | 'no_time'> = new Set(['unreachable', 'dns', 'timeout']);

/** Whether the account's storage did not answer. A store that answers with an error is no outage. */
export const isUnanswered = ({ cause }: TintypeError): boolean =>
  cause instanceof UploadFailed && unanswered.has(cause.fault.kind);

/** A run ends once its batch was paused for 15 s, so that other batches can run in its place. */
const pausedRunMs = 15_000;

/** Ends the run. The batch is delivered again later. */
export class StorageAway extends Error {
  override name = 'StorageAway';
}

/**
 * Pauses a batch while the account's storage does not answer: one item at a time tries it, with growing delays. After
 * `storageOutageSeconds` the batch gives up, and its items fail. Times are milliseconds of the Unix epoch.
 */
export class StorageOutage {
  readonly #backoff = new Backoff({ firstMs: 1000, maxMs: 30_000 });
  #since: number | undefined;
  /** When this run first saw the outage. */
  #pausedAt = 0;
  /** When an item may try next. */
  #nextAt = 0;
  #limitMs = limits.storageOutageSeconds * 1000;
  #failure: TintypeError | undefined;
  #endedOutages = 0;

  /** The number of outages that have ended. It changes when the store answers again. */
  get endedOutages(): number {
    return this.#endedOutages;
  }

  get isOngoing(): boolean {
    return this.#since !== undefined;
  }

  /** What clients see of the outage; undefined without one, or before an attempt of this run has failed. */
  get paused(): Paused | undefined {
    if (this.#since === undefined || !this.#failure) return undefined;
    const { code, message } = this.#failure;
    return { code, message, since: new Date(this.#since).toISOString() };
  }

  /** Notes an attempt that the storage did not answer. */
  begin(failure: TintypeError, now: number): void {
    this.#failure = failure;
    const isUnknownHost = failure.cause instanceof UploadFailed && failure.cause.fault.kind === 'dns';
    this.#limitMs = (isUnknownHost ? limits.storageDnsSeconds : limits.storageOutageSeconds) * 1000;
    if (this.#since !== undefined) return;
    this.#since = now;
    this.#pausedAt = now;
    this.#nextAt = now + this.#backoff.next();
  }

  /** Continues the outage of an earlier run: an item may try at once. */
  resume({ since }: Paused, now: number): void {
    this.#since = Date.parse(since);
    this.#pausedAt = now;
  }

  end(): void {
    this.#endedOutages += 1;
    this.#since = undefined;
    this.#backoff.reset();
  }

  /** Milliseconds until an item may try; 0 lets the caller try. Throws `StorageAway` when the run has to end. */
  wait(now: number): number {
    if (!this.isOngoing || this.faultOf(now)) return 0;
    if (now - this.#pausedAt > pausedRunMs) throw new StorageAway('The storage of the account does not answer.');
    if (now < this.#nextAt) return this.#nextAt - now;
    this.#nextAt = now + this.#backoff.next();
    return 0;
  }

  /** Why the remaining items fail; undefined while the batch still waits. */
  faultOf(now: number): TintypeError | undefined {
    const isOver = this.#since !== undefined && now - this.#since > this.#limitMs;
    return isOver ? this.#failure : undefined;
  }
}
