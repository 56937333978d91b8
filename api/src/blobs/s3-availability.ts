import type { Logger } from '@tintype/runtime';
import type { S3Failure } from './s3-bucket.js';

const askAgainMs = 1000;

export interface S3AvailabilityOptions {
  /** A small request, whose end is noted like that of any other. */
  probe: () => Promise<unknown>;
  log: Logger;
}

/** Whether the S3 store serves: as the last request says, and while that has failed, as a probe each second says. */
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

  /** Takes note of how a request ended. */
  note(failure: S3Failure | undefined): void {
    const up = failure === undefined;
    if (up === this.#up) return;
    this.#up = up;
    clearTimeout(this.#timer);
    if (up) {
      this.#options.log.info('the S3 store serves again');
    } else {
      this.#options.log.warn({ err: failure }, 'the S3 store does not serve');
      this.#askAgain();
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #askAgain(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), askAgainMs).unref();
  }

  async #probe(): Promise<void> {
    await this.#options.probe().catch(() => undefined);
    if (!this.#up && !this.#closed) this.#askAgain();
  }
}
