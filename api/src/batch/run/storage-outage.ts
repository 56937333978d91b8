import { limits, type TintypeError } from '@tintype/contracts';
import { Backoff } from '@tintype/runtime';
import { UploadFailed } from '../../account-storage/upload-faults.js';
import type { StorageFaultKind } from '../../s3/storage-fault.js';
import type { Paused } from '../facts/records.js';

const unanswered: ReadonlySet<StorageFaultKind | 'no_time'> = new Set(['unreachable', 'dns', 'timeout']);

/** Whether the account's storage did not answer. A store that answers with an error is no outage. */
export const isUnanswered = ({ cause }: TintypeError): boolean =>
  cause instanceof UploadFailed && unanswered.has(cause.fault.kind);

/** A run ends once its batch has been paused for 15 s, so that another batch can run instead. */
const pausedRunMs = 15_000;

/** Ends the run. The batch is delivered again later. */
export class StorageAway extends Error {
  override name = 'StorageAway';
}

/**
 * Pauses a batch while the account's storage does not answer. One item at a time tries the storage, with growing
 * delays. After `storageOutageSeconds` the batch's items fail. If the storage's host has no address, they fail after
 * `storageDnsSeconds`. Times are milliseconds of the Unix epoch.
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
  #number = 0;

  /**
   * The number of the outage. It grows when the storage answers, so unanswered attempts with equal numbers are one
   * outage.
   */
  get number(): number {
    return this.#number;
  }

  get isOngoing(): boolean {
    return this.#since !== undefined;
  }

  /** What clients see of the outage; undefined without an outage, or before an attempt of this run has failed. */
  get paused(): Paused | undefined {
    if (this.#since === undefined || !this.#failure) return undefined;
    const { code, message } = this.#failure;
    return { code, message, since: new Date(this.#since).toISOString() };
  }

  /** Notes an attempt that the storage did not answer. */
  noteFailure(failure: TintypeError, now: number): void {
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

  /** Notes that the storage has answered. This ends the outage, if there is one. */
  end(): void {
    this.#number += 1;
    this.#since = undefined;
    this.#backoff.reset();
  }

  /**
   * Milliseconds until an item may try. If it is 0, the caller has to try: other items now wait for the next delay.
   * Throws `StorageAway` when the run has to end.
   */
  wait(now: number): number {
    if (!this.isOngoing || this.faultOf(now)) return 0;
    if (now - this.#pausedAt > pausedRunMs) throw new StorageAway('The storage of the account does not answer.');
    if (now < this.#nextAt) return this.#nextAt - now;
    this.#nextAt = now + this.#backoff.next();
    return 0;
  }

  /** Why the remaining items fail; undefined without an outage, or while the batch still waits. */
  faultOf(now: number): TintypeError | undefined {
    const isOver = this.#since !== undefined && now - this.#since > this.#limitMs;
    return isOver ? this.#failure : undefined;
  }
}
