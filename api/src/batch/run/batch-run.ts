import { randomUUID } from 'node:crypto';
import { type Clock, KeyedMutex, type Logger } from '@tintype/runtime';
import type { Account } from '../../accounts/account.js';
import { Withdrawn } from '../../render/renders.js';
import type { BatchKey } from '../facts/batch-log.js';
import type { BatchStore } from '../facts/batch-store.js';
import { type Accepted, type Counts, type ItemEnd, noneEnded, type Tried } from '../facts/records.js';
import type { CrashMarks } from './crash-marks.js';
import type { ItemOrder, ItemOutcome } from './item-attempt.js';
import { ItemRun, type PendingItem } from './item-run.js';
import { StorageAway, StorageOutage } from './storage-outage.js';
import type { Turns } from './turns.js';

export interface BatchRunOptions {
  store: Pick<
    BatchStore,
    'find' | 'items' | 'ends' | 'endItem' | 'start' | 'isCancelled' | 'finish' | 'finished' | 'queue' | 'removeOptions'
  > &
    Pick<BatchStore, 'runs'>;
  /** The marks of this process. */
  marks: Pick<CrashMarks, 'leftByOthers' | 'withMark'>;
  /** Undefined if the account cannot be read now. */
  accountOf: (id: string) => Account | undefined;
  /** Throws if no attempt of the item can succeed. Called before the item takes a turn. */
  check: (order: Pick<ItemOrder, 'account' | 'endpoint' | 'item'>) => void;
  render: (order: ItemOrder, ending: AbortSignal) => Promise<ItemOutcome>;
  turns: Pick<Turns, 'take'>;
  /** Has a single turn, for the suspects of all batches: they run one at a time. */
  suspectTurns: Pick<Turns, 'take'>;
  onEnd: (end: ItemEnd) => void;
  clock: Clock;
  log: Logger;
}

export interface RunSignals {
  /** Once it aborts, no further item begins. */
  draining: AbortSignal;
  /** Once it aborts, items in work are given up. */
  ending: AbortSignal;
}

/** The most items of a batch that are in work or wait for another attempt. */
const maxInWork = 100;
/** A batch is delivered again after this time if its account's storage does not answer. */
const pausedMs = 60_000;
/** Waiting items share one answer whether their batch is cancelled. The answer is read again after this time. */
const cancelledMaxAgeMs = 500;

/**
 * Renders the items of one batch that have not ended, then ends the batch. Each step can be repeated, by this replica
 * or another one, after a crash anywhere.
 */
export class BatchRun {
  readonly #options: BatchRunOptions;
  readonly #key: BatchKey;
  readonly #counts: Counts = { ...noneEnded };
  readonly #inWork = new Set<Promise<void>>();
  readonly #outage = new StorageOutage();
  readonly #pauses = new KeyedMutex();
  /** Aborts when the run ends before its items. */
  readonly #ended = new AbortController();
  /** Aborts when the batch is cancelled: items that wait for a turn or a node end. */
  readonly #withdrawn = new AbortController();
  readonly #itemParts: Omit<ConstructorParameters<typeof ItemRun>[0], 'pending'>;
  /** How many apis died while they rendered an item, by the item's number. */
  #deaths: ReadonlyMap<number, number> = new Map();
  /** The failed attempts that earlier runs recorded, by the item's number. */
  #tries: ReadonlyMap<number, Tried> = new Map();
  /**
   * When the last item ended or the batch was accepted, in ms since the epoch. Undefined until the run has read the
   * batch.
   */
  #movedAt: number | undefined;
  #total = 0;
  /** True while the stored facts say that the batch is paused. */
  #isPaused = false;
  #cancelledRead = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) };

  constructor(options: BatchRunOptions, batchKey: BatchKey, signals: RunSignals) {
    this.#options = options;
    this.#key = batchKey;
    const draining = AbortSignal.any([signals.draining, this.#ended.signal]);
    const parts = { outage: this.#outage, withdrawn: this.#withdrawn.signal, signals: { ...signals, draining } };
    const calls = { wasCancelled: () => this.#wasCancelled(), showPause: () => this.#showPause() };
    this.#itemParts = { options, batchKey, ...parts, ...calls };
  }

  /**
   * Seconds since the last item ended, or since the batch was accepted. A move to another replica does not reset it. 0
   * while the batch waits for its account's storage.
   */
  get stalledSeconds(): number {
    const since = this.#outage.isOngoing ? undefined : this.#movedAt;
    return since === undefined ? 0 : Math.max(this.#options.clock.now() - since, 0) / 1000;
  }

  /**
   * The number of items that have not ended; 0 while the account's storage does not answer. After a restart, ended
   * items also count until the run has read their page.
   */
  get itemsWaiting(): number {
    if (this.#outage.isOngoing) return 0;
    const { completed, failed, cancelled } = this.#counts;
    return this.#total - completed - failed - cancelled;
  }

  /**
   * If the batch is cancelled, withdraws the items that no node has begun. Call this every second: items may wait for
   * minutes.
   */
  async withdrawIfCancelled(): Promise<void> {
    if (this.#withdrawn.signal.aborted) return;
    try {
      if (await this.#wasCancelled()) this.#withdrawn.abort(new Withdrawn());
    } catch (err) {
      this.#options.log.info(
        { err, ...this.#key },
        'cannot read whether a batch is cancelled: asking again in a second',
      );
    }
  }

  /**
   * Resolves with undefined when the batch is done, or with the milliseconds until its next delivery. If the batch is
   * not done, throws the reason of a signal, `unavailable`, or AccountAway.
   */
  async run(): Promise<number | undefined> {
    const { store, log } = this.#options;
    const accepted = await store.find(this.#key);
    if (!accepted) {
      log.error({ ...this.#key }, 'dropping work for a batch that was never accepted');
      return undefined;
    }
    try {
      if (!(await store.finished(this.#key))) await this.#feed(accepted);
    } catch (error) {
      if (!(error instanceof StorageAway)) throw error;
      await this.#park();
      // A client that cancelled before the work was parked could not hasten it. So have it delivered at once.
      return (await store.isCancelled(this.#key)) ? 0 : pausedMs;
    }
    if (accepted.notify !== null) await store.queue('notify', this.#key);
    await store.removeOptions(this.#key, accepted);
    return undefined;
  }

  async #park(): Promise<void> {
    const { store, log } = this.#options;
    await this.#showPause();
    await store.runs.park(this.#key);
    log.info({ ...this.#key, ...this.#outage.paused }, 'a batch is paused: the storage of its account does not answer');
  }

  /** Stores that the batch is paused, while the outage lasts. Removes that fact afterwards. */
  #showPause(): Promise<void> {
    return this.#pauses.run('pause', async () => {
      const { runs } = this.#options.store;
      const { isOngoing, paused } = this.#outage;
      if (isOngoing === this.#isPaused) return;
      if (paused) await runs.pause(this.#key, paused);
      else await runs.resume(this.#key);
      this.#isPaused = isOngoing;
    });
  }

  async #feed(accepted: Accepted): Promise<void> {
    const { store, marks, clock, log } = this.#options;
    this.#movedAt = Date.parse(accepted.acceptedAt);
    this.#total = accepted.total;
    await store.start(this.#key);
    const paused = await store.runs.paused(this.#key);
    this.#isPaused = paused !== undefined;
    if (paused) {
      await store.runs.unpark(this.#key);
      this.#outage.resume(paused, clock.now());
    }
    this.#deaths = await marks.leftByOthers(this.#key);
    this.#tries = await store.runs.tries(this.#key);
    if (this.#deaths.size > 0)
      log.warn({ ...this.#key, deaths: [...this.#deaths] }, 'apis crashed while they rendered items of this batch');
    try {
      for (let page = 0; page < accepted.pages; page += 1) await this.#feedPage(accepted, page);
    } finally {
      await Promise.all(this.#inWork);
    }
    this.#ended.signal.throwIfAborted();
    const at = new Date(clock.now()).toISOString();
    await store.finish(this.#key, { counts: this.#counts, deliveryId: `delivery_${randomUUID()}`, at });
  }

  async #feedPage(accepted: Accepted, page: number): Promise<void> {
    const { store } = this.#options;
    const first = page * accepted.pageItems;
    const items = await store.items(this.#key, page);
    const ends = await store.ends(this.#key, [first, first + items.length]);
    for (const { status, at } of ends.values()) {
      this.#counts[status] += 1;
      this.#movedAt = Math.max(this.#movedAt ?? 0, Date.parse(at));
    }
    for (const [index, item] of items.entries()) {
      const number = first + index;
      const [deaths, tried] = [this.#deaths.get(number) ?? 0, this.#tries.get(number)];
      if (!ends.has(number)) await this.#begin({ accepted, number, item, deaths, tried });
    }
  }

  /** Resolves once the item has its first turn. The item then runs in the background. */
  async #begin(pending: PendingItem): Promise<void> {
    while (this.#inWork.size >= maxInWork) await Promise.race(this.#inWork);
    const item = new ItemRun({ ...this.#itemParts, pending });
    const release = await item.takeTurn();
    const work = this.#runItem(item, release)
      .catch((error: unknown) => this.#ended.abort(error))
      .finally(() => this.#inWork.delete(work));
    this.#inWork.add(work);
  }

  /** Whether the batch is cancelled, as read within the last half second. Each attempt of an item reads it anew. */
  #wasCancelled(): Promise<boolean> {
    const now = this.#options.clock.now();
    if (now - this.#cancelledRead.at >= cancelledMaxAgeMs)
      this.#cancelledRead = { at: now, answer: this.#options.store.isCancelled(this.#key) };
    return this.#cancelledRead.answer;
  }

  async #runItem(item: ItemRun, release: () => void): Promise<void> {
    const { store, onEnd, clock } = this.#options;
    const { outcome, attempts } = await item.run(release);
    const end = { ...outcome, attempts, at: new Date(clock.now()).toISOString() };
    await this.#showPause();
    const stored = await store.endItem(this.#key, item.number, end);
    this.#counts[stored.status] += 1;
    this.#movedAt = clock.now();
    if (stored === end) onEnd(end);
    await item.forgetTry();
  }
}
