import type { Logger } from '@tintype/runtime';
import type { AccountDirectory } from './directory.js';

export interface AccountWritesOptions {
  directory: Pick<AccountDirectory, 'seen'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** How long an answer waits for this replica to see its own write. */
const seenMs = 2000;

/** Logs each change of an account, and lets its answer wait until this replica works by it. */
export class AccountWrites {
  readonly #options: AccountWritesOptions;

  constructor(options: AccountWritesOptions) {
    this.#options = options;
  }

  /** The write is done even if this replica does not see it in time. */
  async done(revision: number, what: Record<string, unknown>, message: string): Promise<void> {
    const { directory, log } = this.#options;
    log.info(what, message);
    if (!(await directory.seen(revision, seenMs)))
      log.warn(what, `this replica did not see the change within ${seenMs / 1000} s, and will apply it later`);
  }
}
