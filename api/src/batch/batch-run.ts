import { randomUUID } from 'node:crypto';
import { isServiceFailure, limits, TintypeError } from '@tintype/contracts';
import { Backoff, type Clock, type Logger, pause } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import type { BatchPlace } from './batch-log.js';
import type { BatchStore } from './batch-store.js';
import { type ItemOrder, type ItemOutcome, maxTries } from './item-attempt.js';
import { type Accepted, type Counts, type ItemEnd, noneEnded } from './records.js';
import type { Turns } from './turns.js';

export interface BatchRunOptions {
  store: Pick<
    BatchStore,
    'find' | 'items' | 'ends' | 'end' | 'start' | 'isCancelled' | 'finish' | 'finished' | 'queue'
  >;
  /** Undefined: it cannot be read now. */
  accountOf: (id: string) => Account | undefined;
  render: (order: ItemOrder, left: AbortSignal) => Promise<ItemOutcome>;
  turns: Pick<Turns, 'take'>;
  onEnd: (end: ItemEnd) => void;
  clock: Clock;
  log: Logger;
}

export interface RunSignals {
  /** No further item begins. */
  draining: AbortSignal;
  /** Items in work are given up. */
  ending: AbortSignal;
}

/** Items of a batch in work or waiting for another attempt. */
const maxInWork = 100;

const retries = { firstMs: 1000, maxMs: 30_000 };

interface PendingItem extends Omit<ItemOrder, 'place' | 'account' | 'endpoint' | 'acceptedAt'> {
  accepted: Accepted;
}

const tooLate: ItemOutcome = {
  status: 'failed',
  error: {
    code: 'timeout',
    message: `The item was not done ${limits.batchSeconds / 86_400} days after its batch was accepted.`,
  },
};

/** The account's record cannot be read now: the batch comes again. */
export class AccountAway extends Error {
  override name = 'AccountAway';
}

/**
 * Renders the items of one batch that have not ended, then ends the batch. Each step can be repeated, by this replica or
 * another one, after a crash anywhere.
 */
export class BatchRun {
  readonly #options: BatchRunOptions;
  readonly #place: BatchPlace;
  readonly #signals: RunSignals;
  readonly #counts: Counts = { ...noneEnded };
  readonly #inWork = new Set<Promise<void>>();
  /** Milliseconds of the Unix epoch; undefined before the run has read the batch. */
  #movedAt: number | undefined;
  #failure: unknown;

  constructor(options: BatchRunOptions, place: BatchPlace, signals: RunSignals) {
    this.#options = options;
    this.#place = place;
    this.#signals = signals;
  }

  /** Since an item ended, or the batch was accepted: a batch that moves from replica to replica stands still too. */
  get stillSeconds(): number {
    return this.#movedAt === undefined ? 0 : Math.max(this.#options.clock.now() - this.#movedAt, 0) / 1000;
  }

  /** Throws the reason of a signal, and `unavailable`: the batch is not done. */
  async run(): Promise<void> {
    const { store, log } = this.#options;
    const accepted = await store.find(this.#place);
    if (!accepted) return log.error({ ...this.#place }, 'the queue has a batch that was never accepted');
    if (!(await store.finished(this.#place))) await this.#feed(accepted);
    if (accepted.notify !== null) await store.queue('notify', this.#place);
  }

  async #feed(accepted: Accepted): Promise<void> {
    const { store, clock } = this.#options;
    this.#movedAt = Date.parse(accepted.acceptedAt);
    await store.start(this.#place);
    try {
      for (let page = 0; page < accepted.pages; page += 1) await this.#feedPage(accepted, page);
    } finally {
      await Promise.all(this.#inWork);
    }
    if (this.#failure) throw this.#failure;
    const at = new Date(clock.now()).toISOString();
    await store.finish(this.#place, { counts: this.#counts, deliveryId: `delivery_${randomUUID()}`, at });
  }

  async #feedPage(accepted: Accepted, page: number): Promise<void> {
    const { store } = this.#options;
    const first = page * accepted.pageItems;
    const items = await store.items(this.#place, page);
    const ends = await store.ends(this.#place, [first, first + items.length]);
    for (const { status, at } of ends.values()) {
      this.#counts[status] += 1;
      this.#movedAt = Math.max(this.#movedAt ?? 0, Date.parse(at));
    }
    for (const [at, item] of items.entries()) {
      if (!ends.has(first + at)) await this.#begin({ accepted, number: first + at, item });
    }
  }

  /** Waits for the item's first turn. */
  async #begin(pending: PendingItem): Promise<void> {
    while (this.#inWork.size >= maxInWork) await Promise.race(this.#inWork);
    const release = await this.#takeTurn();
    if (this.#failure) {
      release();
      throw this.#failure;
    }
    const work = this.#finish(pending, release)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#inWork.delete(work));
    this.#inWork.add(work);
  }

  async #finish(pending: PendingItem, release: () => void): Promise<void> {
    const { store, onEnd, clock } = this.#options;
    const { outcome, attempts } = await this.#attempt(pending, release);
    const end = { ...outcome, attempts, at: new Date(clock.now()).toISOString() };
    const standing = await store.end(this.#place, pending.number, end);
    this.#counts[standing.status] += 1;
    this.#movedAt = clock.now();
    if (standing === end) onEnd(end);
  }

  /** Between attempts, other items have the place. */
  async #attempt(pending: PendingItem, first: () => void): Promise<{ outcome: ItemOutcome; attempts: number }> {
    const { clock } = this.#options;
    const { draining } = this.#signals;
    const backoff = new Backoff(retries);
    const failures = new Map<string, number>();
    let release = first;
    for (let attempts = 1; ; attempts += 1) {
      try {
        const early = await this.#earlyEnd(pending.accepted);
        if (early) return { outcome: early, attempts: attempts - 1 };
        return { outcome: await this.#render(pending), attempts };
      } catch (error) {
        const failure = this.#failureOf(error, pending);
        const { code, message } = failure;
        const count = (failures.get(code) ?? 0) + 1;
        failures.set(code, count);
        if (count >= maxTries(failure)) return { outcome: { status: 'failed', error: { code, message } }, attempts };
      } finally {
        release();
      }
      await pause(clock, backoff.next(), draining);
      if (this.#failure) throw this.#failure;
      release = await this.#takeTurn();
    }
  }

  /** Cancelled items need none. */
  async #takeTurn(): Promise<() => void> {
    const { store, turns, accountOf } = this.#options;
    const { draining } = this.#signals;
    draining.throwIfAborted();
    if (await store.isCancelled(this.#place)) return () => undefined;
    const limit = accountOf(this.#place.account)?.limits.concurrentRenders ?? undefined;
    return turns.take(this.#place, draining, limit);
  }

  /** How an item ends that has no further attempt. */
  async #earlyEnd({ acceptedAt }: Accepted): Promise<ItemOutcome | undefined> {
    const { store, clock } = this.#options;
    if (await store.isCancelled(this.#place)) return { status: 'cancelled' };
    return clock.now() > Date.parse(acceptedAt) + limits.batchSeconds * 1000 ? tooLate : undefined;
  }

  #render({ accepted, number, item }: PendingItem): Promise<ItemOutcome> {
    const { accountOf, render } = this.#options;
    const account = accountOf(this.#place.account);
    if (!account) throw new AccountAway('The account of a batch cannot be read.');
    const { endpoint } = accepted;
    const acceptedAt = Date.parse(accepted.acceptedAt);
    return render({ place: this.#place, account, endpoint, acceptedAt, number, item }, this.#signals.ending);
  }

  /** Throws what is no failure of the item: the end of the run, an unreadable account. */
  #failureOf(error: unknown, { number }: PendingItem): TintypeError {
    this.#signals.ending.throwIfAborted();
    if (error instanceof AccountAway) throw error;
    const failure = error instanceof TintypeError ? error : new TintypeError('internal', undefined, { cause: error });
    const about = { ...this.#place, number, code: failure.code };
    const { log } = this.#options;
    if (isServiceFailure(failure.code)) log.warn({ err: failure.cause ?? failure, ...about }, 'a batch item failed');
    return failure;
  }
}
