import { limits, TintypeError } from '@tintype/contracts';
import type { Clock } from '@tintype/runtime';
import type { BatchKey } from './facts/batch-log.js';
import type { BatchStore } from './facts/batch-store.js';

export interface BatchChangesOptions {
  store: Pick<BatchStore, 'find' | 'finished' | 'cancel' | 'runs' | 'hasten'> &
    Pick<BatchStore, 'attempts' | 'addAttempt' | 'queue' | 'queued'>;
  clock: Pick<Clock, 'now'>;
}

const invalid = (message: string) => new TintypeError('invalid_request', message);

export const tooManyNotifications = () =>
  new TintypeError(
    'rate_limited',
    `The account has ${limits.pendingNotifications} undelivered notifications. Check the addresses in \`notification_uri\`.`,
    { retryAfterSeconds: 60 },
  );

/** Changes of accepted batches, at clients' request. Methods answer false for an unknown batch. */
export class BatchChanges {
  readonly #options: BatchChangesOptions;

  constructor(options: BatchChangesOptions) {
    this.#options = options;
  }

  /** Cancels a batch: its items that have not begun end as cancelled. Does nothing to a finished batch. */
  async cancel(batchKey: BatchKey): Promise<boolean> {
    const { store } = this.#options;
    if (!(await store.find(batchKey))) return false;
    if (await store.finished(batchKey)) return true;
    await store.cancel(batchKey);
    // Deliver parked work now. Otherwise the queue delivers it within a minute.
    if (await store.runs.isParked(batchKey)) await store.hasten('feed', batchKey);
    return true;
  }

  /**
   * Begins another 24 h of attempts to notify the client. Throws `invalid_request` if the batch is not finished, is too
   * old or has no `notification_uri`, or after 20 such requests. Throws `rate_limited` if the account has 500
   * undelivered notifications.
   */
  async notifyAgain(batchKey: BatchKey): Promise<boolean> {
    const { store, clock } = this.#options;
    const accepted = await store.find(batchKey);
    if (!accepted) return false;
    if (accepted.notify === null) throw invalid('The batch has no `notification_uri`. Read the batch with GET.');
    if (!(await store.finished(batchKey)))
      throw invalid('The batch is not finished. The service sends its notification when it is finished.');
    if (clock.now() > Date.parse(accepted.acceptedAt) + limits.notifyAgainSeconds * 1000)
      throw invalid('The batch is too old for another notification. Read the batch with GET.');
    if ((await store.queued('notify', batchKey.account)) >= limits.pendingNotifications) throw tooManyNotifications();
    await this.#recordRequest(batchKey);
    await store.queue('notify', batchKey);
    return true;
  }

  /**
   * Stores the client's request under the next number of an attempt. Takes the number after it if the notifier stores
   * an attempt under that number first.
   */
  async #recordRequest(batchKey: BatchKey): Promise<void> {
    const { store, clock } = this.#options;
    for (;;) {
      const attempts = await store.attempts(batchKey);
      if (attempts.filter(({ outcome }) => outcome === 'requested').length >= limits.notificationRequests)
        throw invalid(
          `The notification was requested ${limits.notificationRequests} times, the most for a batch. Read the batch with GET.`,
        );
      const at = new Date(clock.now()).toISOString();
      if (await store.addAttempt(batchKey, attempts.length, { outcome: 'requested', at })) return;
    }
  }
}
