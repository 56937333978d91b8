import type { Logger } from '@tintype/runtime';
import type { S3Failure } from '../s3/s3-bucket.js';

const probeMs = 1000;

export interface S3AvailabilityOptions {
  /** Sends a request. Its outcome must be passed to `note`, as that of every request. */
  probe: () => Promise<unknown>;
  log: Logger;
}

/** Whether the store is up: follows the last request. After a failure it probes once a second. */
export class S3Availability {
  readonly #options: S3AvailabilityOptions;
  #up = true;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: S3AvailabilityOptions) {
    this.#options = options;
  }

  get up(): boolean {
    return this.#up;
  }

  note(failure: S3Failure | undefined): void {
    const up = failure === undefined;
    if (up === this.#up) return;
    this.#up = up;
    clearTimeout(this.#timer);
    if (up) {
      this.#options.log.info('the S3 store works again');
    } else {
      this.#options.log.warn(
        { err: failure },
        `the S3 store of TINTYPE_S3_ENDPOINT fails: checking it every ${probeMs / 1000} s`,
      );
      this.#scheduleProbe();
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #scheduleProbe(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), probeMs).unref();
  }

  async #probe(): Promise<void> {
    await this.#options.probe().catch(() => undefined);
    if (!this.#up && !this.#closed) this.#scheduleProbe();
  }
}
