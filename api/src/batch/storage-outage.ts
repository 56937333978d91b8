import { limits, type TintypeError } from '@tintype/contracts';
import { Backoff } from '@tintype/runtime';
import type { StorageFaultKind } from '../blobs/storage-fault.js';
import { UploadFailed } from '../storage/upload-faults.js';
import type { Fault } from './records.js';

const unanswered: ReadonlySet<StorageFaultKind | 'no_time'> = new Set(['unreachable', 'dns', 'timeout']);

/** Whether the account's storage did not answer. A store that answers with an error is no outage. */
export const isUnanswered = ({ cause }: TintypeError): boolean =>
  cause instanceof UploadFailed && unanswered.has(cause.fault.kind);

/**
 * Pauses a batch while the account's storage does not answer: one item at a time tries it, with growing delays. After
 * `storageOutageSeconds` the batch gives up, and its items fail. Times are milliseconds of the Unix epoch.
 */
export class StorageOutage {
  readonly #backoff = new Backoff({ firstMs: 1000, maxMs: 30_000 });
  #since: number | undefined;
  #nextAt = 0;
  #fault: Fault | undefined;
  #ends = 0;

  /** Changes when the store answers. */
  get ends(): number {
    return this.#ends;
  }

  get lasts(): boolean {
    return this.#since !== undefined;
  }

  begin({ code, message }: TintypeError, now: number): void {
    this.#fault = { code, message };
    if (this.#since !== undefined) return;
    this.#since = now;
    this.#nextAt = now + this.#backoff.next();
  }

  end(): void {
    this.#ends += 1;
    this.#since = undefined;
    this.#backoff.reset();
  }

  /** Milliseconds until an item may try; 0 lets the caller try. */
  wait(now: number): number {
    if (!this.lasts || this.faultOf(now)) return 0;
    if (now < this.#nextAt) return this.#nextAt - now;
    this.#nextAt = now + this.#backoff.next();
    return 0;
  }

  /** Why the remaining items fail; undefined while the batch still waits. */
  faultOf(now: number): Fault | undefined {
    const isOver = this.#since !== undefined && now - this.#since > limits.storageOutageSeconds * 1000;
    return isOver ? this.#fault : undefined;
  }
}
