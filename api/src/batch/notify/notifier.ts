import { createHmac } from 'node:crypto';
import { CallFailed, type Clock, type GuardedFetch, KeyedMutex, type Logger } from '@tintype/runtime';
import type { Account } from '../../accounts/account.js';
import { type BatchView, type BatchViews, maxPage } from '../batch-view.js';
import type { BatchKey } from '../facts/batch-log.js';
import type { BatchStore } from '../facts/batch-store.js';
import type { Accepted, Attempt, Finished } from '../facts/records.js';
import { AccountAway } from '../run/item-run.js';
import { nextAttempt } from './attempts.js';

export interface NotifierOptions {
  store: Pick<BatchStore, 'find' | 'finished' | 'attempts' | 'addAttempt' | 'notificationUri' | 'queue'>;
  views: Pick<BatchViews, 'state' | 'show'>;
  accountOf: (id: string) => Account | undefined;
  /** Calls over the guarded connector, because clients choose the addresses. */
  fetch: GuardedFetch;
  onAttempt: (outcome: Attempt['outcome'] | 'undelivered') => void;
  clock: Pick<Clock, 'now'>;
  log: Logger;
}

/** A receiver must answer within 15 s. If its work takes longer, it should answer before that work. */
const timeoutMs = 15_000;
/** The receiver's answer is read and dropped. A longer one counts as a failure. */
const maxAnswerBytes = 1024 * 1024;
/** Larger notifications have a link in place of the results. */
const maxBodyBytes = 1024 * 1024;
/** The work waits at most a minute, because a client may ask for another round meanwhile. */
const maxWaitMs = 60_000;
/** Attempts may be this early, because the queue's timer may fire a little early. */
const earlyMs = 50;

/** `x-signature` of a notification: `t=<unix>,v1=<hex HMAC-SHA256 of t + "." + body>`. */
export const signNotification = (secret: string, unixSeconds: number, body: string): string =>
  `t=${unixSeconds},v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`;

interface Delivery {
  accepted: Accepted;
  finished: Finished;
  url: string;
}

/** Tells clients that their batches are done: at least once, with the same delivery id. */
export class Notifier {
  readonly #options: NotifierOptions;
  /** A page of results may have 5 MiB, so only one is in memory at a time. */
  readonly #pages = new KeyedMutex();

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /**
   * Makes an attempt if it is due. Resolves with the milliseconds until the next call, at most a minute, or with
   * undefined if no attempt follows. Throws AccountAway if the account cannot be read, `unavailable`, or the reason of
   * `signal`.
   */
  async notify(batchKey: BatchKey, signal: AbortSignal): Promise<number | undefined> {
    const { store, clock, onAttempt } = this.#options;
    const delivery = await this.#findDelivery(batchKey);
    if (!delivery) return undefined;
    const attempts = await store.attempts(batchKey);
    const next = nextAttempt(delivery.finished, attempts, clock.now());
    if (next.at === undefined) return undefined;
    const waitMs = next.at - clock.now();
    if (waitMs > earlyMs) return Math.min(waitMs, maxWaitMs);
    const attempt = await this.#attempt(batchKey, delivery, signal);
    onAttempt(attempt.outcome);
    // A client's request for another round, or another attempt, may have this number now. Then this attempt must not
    // count: it would count for the new round.
    if (!(await store.addAttempt(batchKey, attempts.length, attempt))) return 0;
    const following = nextAttempt(delivery.finished, [...attempts, attempt], clock.now());
    if (following.state === 'undelivered') onAttempt('undelivered');
    return following.at === undefined ? undefined : Math.min(following.at - clock.now(), maxWaitMs);
  }

  /** Queues the work again if a client asked for another round before the earlier work was acknowledged. */
  async requeue(batchKey: BatchKey): Promise<void> {
    const { store, clock } = this.#options;
    const [finished, attempts] = await Promise.all([store.finished(batchKey), store.attempts(batchKey)]);
    if (finished && attempts.at(-1)?.outcome === 'requested' && nextAttempt(finished, attempts, clock.now()).at)
      await store.queue('notify', batchKey);
  }

  async #findDelivery(batchKey: BatchKey): Promise<Delivery | undefined> {
    const { store } = this.#options;
    const [accepted, finished] = await Promise.all([store.find(batchKey), store.finished(batchKey)]);
    const url = accepted && store.notificationUri(batchKey, accepted);
    return accepted && finished && url !== undefined ? { accepted, finished, url } : undefined;
  }

  async #attempt(batchKey: BatchKey, { accepted, finished, url }: Delivery, signal: AbortSignal): Promise<Attempt> {
    const { fetch, clock, log } = this.#options;
    const body = await this.#body(batchKey, accepted, finished);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tintype',
      'x-delivery-id': finished.deliveryId,
      'x-signature': signNotification(this.#secretOf(batchKey, accepted), Math.floor(clock.now() / 1000), body),
    };
    const call = { method: 'POST', headers, body, timeoutMs, maxBytes: maxAnswerBytes, signal };
    const attemptOf = (attempt: Omit<Attempt, 'at'>): Attempt => ({
      ...attempt,
      at: new Date(clock.now()).toISOString(),
    });
    try {
      const { status } = await fetch(url, call);
      if (status >= 200 && status < 300) return attemptOf({ outcome: 'delivered', status });
      return attemptOf({ outcome: 'failed', status, error: `The receiver answered ${status}, not 2xx.` });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      log.info({ ...batchKey, code: error.code, err: error.cause }, 'cannot notify a client');
      return attemptOf({ outcome: 'failed', error: error.message });
    }
  }

  async #body(batchKey: BatchKey, { statusUrl, fault }: Accepted, { deliveryId }: Finished): Promise<string> {
    const { views } = this.#options;
    const state = await views.state(batchKey);
    if (!state) throw new Error('the batch is gone');
    const head = { event: fault ? 'batch.failed' : 'batch.completed', deliveryId, ...summaryOf(state), statusUrl };
    if (fault) return JSON.stringify({ ...head, error: fault });
    const withResults = await this.#pages.run('page', async () => {
      const shown = await views.show(batchKey, { from: 0, limit: maxPage });
      return JSON.stringify({ ...head, results: shown?.items ?? [] });
    });
    if (Buffer.byteLength(withResults) <= maxBodyBytes) return withResults;
    return JSON.stringify({ ...head, results: [], resultsUrl: statusUrl });
  }

  /** The secret that the request used, or the account's first one if that secret was removed. */
  #secretOf({ account: id }: BatchKey, { secretId }: Accepted): string {
    const account = this.#options.accountOf(id);
    const secret = account?.secrets.find((each) => each.id === secretId) ?? account?.secrets[0];
    if (!secret) throw new AccountAway('The account of a batch cannot be read.');
    return secret.text;
  }
}

const summaryOf = ({
  batchId,
  type,
  status,
  total,
  succeeded,
  failed,
  cancelled,
  startedAt,
  finishedAt,
}: BatchView) => ({
  batchId,
  type,
  status,
  total,
  succeeded,
  failed,
  cancelled,
  startedAt,
  finishedAt,
});
