import { TintypeError } from '@tintype/contracts';
import type { Clock } from '@tintype/runtime';
import type { BatchPlace } from './batch-log.js';
import type { BatchStore } from './batch-store.js';

export interface BatchChangesOptions {
  store: Pick<BatchStore, 'find' | 'finished' | 'cancel' | 'attempts' | 'addAttempt' | 'queue'>;
  clock: Pick<Clock, 'now'>;
}

const refuse = (message: string) => new TintypeError('invalid_request', message);

/** What clients change of an accepted batch. Answers false if there is none. */
export class BatchChanges {
  readonly #options: BatchChangesOptions;

  constructor(options: BatchChangesOptions) {
    this.#options = options;
  }

  /** Items that have not begun end as cancelled. Does nothing to a finished batch. */
  async cancel(place: BatchPlace): Promise<boolean> {
    const { store } = this.#options;
    if (!(await store.find(place))) return false;
    if (!(await store.finished(place))) await store.cancel(place);
    return true;
  }

  /** Begins another 24 h of attempts. Throws `invalid_request` if the batch is not finished, or has no `notification_uri`. */
  async notifyAgain(place: BatchPlace): Promise<boolean> {
    const { store, clock } = this.#options;
    const accepted = await store.find(place);
    if (!accepted) return false;
    if (accepted.notify === null) throw refuse('The batch has no `notification_uri`.');
    if (!(await store.finished(place))) throw refuse('The batch is not finished: its notification comes then.');
    const { length } = await store.attempts(place);
    const at = new Date(clock.now()).toISOString();
    await store.addAttempt(place, length, { outcome: 'requested', at });
    await store.queue('notify', place);
    return true;
  }
}
