import type { Logger } from '@tintype/runtime';
import type { AccountDirectory } from './directory.js';

export interface AccountWritesOptions {
  directory: Pick<AccountDirectory, 'seen'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** How long an answer waits for this replica to see its own write. */
const seenMs = 2000;

/** Logs each change of an account, and delays its answer until this replica applies the change. */
export class AccountWrites {
  readonly #options: AccountWritesOptions;

  constructor(options: AccountWritesOptions) {
    this.#options = options;
  }

  /** Call it after a write. Resolves after 2 s at most, even if this replica has not seen the write by then. */
  async done(revision: number, fields: Record<string, unknown>, message: string): Promise<void> {
    const { directory, log } = this.#options;
    log.info(fields, message);
    if (!(await directory.seen(revision, seenMs)))
      log.warn(fields, `this replica did not see the change within ${seenMs / 1000} s, and will apply it later`);
  }
}
