import { limits } from '@tintype/contracts';
import { type Clock, KeyedMutex } from '@tintype/runtime';
import type { BatchKey } from './facts/batch-log.js';
import type { BatchStore } from './facts/batch-store.js';
import {
  type Accepted,
  type Counts,
  type Fault,
  type Finished,
  type ItemEnd,
  noneEnded,
  type Paused,
  type ShownItem,
  type Tried,
} from './facts/records.js';
import { type NotificationState, nextAttempt } from './notify/attempts.js';

export const batchStatuses = ['queued', 'processing', 'completed', 'completed_with_errors', 'failed'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const itemStatuses = ['queued', 'completed', 'failed', 'cancelled'] as const;

export interface ItemView {
  number: number;
  status: (typeof itemStatuses)[number];
  url: string | null;
  file_name: string | null;
  location: string | null;
  bytes: number | null;
  contentType: string | null;
  /** HTTP status of the page. */
  targetStatus: number | null;
  warnings: string[];
  /** The error of a failed item. While an item waits for another attempt: the error of the last attempt. */
  error: Fault | null;
  attempts: number;
}

export interface NotificationView {
  status: NotificationState;
  deliveryId: string | null;
  attempts: number;
  lastAttemptAt: string | null;
  lastError: string | null;
  nextAttemptAt: string | null;
}

export interface BatchView {
  batchId: string;
  type: Accepted['endpoint'];
  status: BatchStatus;
  total: number;
  queued: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  /** DELETE was accepted: items that have not begun end as `cancelled`. */
  cancelRequested: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Measured over the last minute. */
  itemsPerSecond: number | null;
  secondsLeft: number | null;
  error: Fault | null;
  waitingFor: Paused | null;
  notification: NotificationView;
}

/** The states of batches, newest first. */
export interface BatchList {
  batches: BatchView[];
  nextCursor: string | null;
}

export interface BatchPage {
  items: ItemView[];
  nextCursor: string | null;
}

interface ItemFacts {
  item: ShownItem;
  end: ItemEnd | undefined;
  /** Set while the item waits for another attempt. */
  tried: Tried | undefined;
}

export const itemView = (number: number, { item: { url, fileName }, end, tried }: ItemFacts): ItemView => ({
  number,
  status: end?.status ?? 'queued',
  url,
  file_name: fileName,
  location: end?.location ?? null,
  bytes: end?.bytes ?? null,
  contentType: end?.contentType ?? null,
  targetStatus: end?.targetStatus ?? null,
  warnings: end?.warnings ?? [],
  error: (end ?? tried)?.error ?? null,
  attempts: (end ?? tried)?.attempts ?? 0,
});

/** The status of a batch whose items have all ended. */
export const endStatusOf = ({ completed, failed, cancelled }: Counts): BatchStatus => {
  // A batch whose items were all cancelled has not failed. One without items has failed: its request was refused.
  if (completed === 0 && (failed > 0 || cancelled === 0)) return 'failed';
  return failed + cancelled === 0 ? 'completed' : 'completed_with_errors';
};

const countsOf = (ends: Iterable<ItemEnd>): Counts => {
  const counts = { ...noneEnded };
  for (const { status } of ends) counts[status] += 1;
  return counts;
};

/** Items per second are measured over the last minute. */
const windowMs = 60_000;

/**
 * A batch stands still after 10 s without an ended item. If three times the mean time between its ends is longer, that
 * time counts.
 */
const stillMs = 10_000;

const noProgress = { itemsPerSecond: null, secondsLeft: null };

/**
 * Items per second, and the seconds left. Both are null before the first second has passed, and once the batch is
 * finished. The seconds left are also null while the batch is paused or stands still. Ignores cancelled items: they
 * need no node. `now`: milliseconds of the Unix epoch.
 */
export const progressOf = (
  itemsLeft: number,
  { ends, startedAt, paused }: Pick<Facts, 'ends' | 'startedAt' | 'paused'>,
  now: number,
): Pick<BatchView, 'itemsPerSecond' | 'secondsLeft'> => {
  const elapsed = startedAt === undefined ? 0 : Math.min(now - Date.parse(startedAt), windowMs);
  if (!ends || elapsed < 1000) return noProgress;
  const times = [...ends.values()].filter(({ status }) => status !== 'cancelled').map(({ at }) => Date.parse(at));
  const recent = times.filter((at) => now - at < windowMs);
  const rate = (recent.length * 1000) / elapsed;
  const quietMs = now - Math.max(...recent);
  const isMoving = !paused && rate > 0 && quietMs <= Math.max(stillMs, 3000 / rate);
  return { itemsPerSecond: Math.round(rate * 100) / 100, secondsLeft: isMoving ? Math.ceil(itemsLeft / rate) : null };
};

export interface BatchViewsOptions {
  store: Pick<BatchStore, 'find' | 'finished' | 'startedAt' | 'runs' | 'ends' | 'itemsBetween' | 'attempts'> &
    Pick<BatchStore, 'batchesOf' | 'isCancelled'>;
  clock: Pick<Clock, 'now'>;
}

/** All facts that an answer needs. They are read once, since reading the ends of a large batch is most of the work. */
interface Facts {
  accepted: Accepted;
  finished: Finished | undefined;
  startedAt: string | undefined;
  paused: Paused | undefined;
  cancelRequested: boolean;
  /** How items ended, by number; undefined if the batch is finished, because the record has the counts. */
  ends: Map<number, ItemEnd> | undefined;
}

export interface PageRange {
  from: number;
  limit: number;
}

export interface ListRange {
  cursor?: string | undefined;
  limit: number;
}

/**
 * What clients see of a batch, made from its stored facts. Methods answer undefined if the account has no such batch.
 */
export class BatchViews {
  readonly #options: BatchViewsOptions;
  readonly #pages = new KeyedMutex();
  readonly #lists = new KeyedMutex();

  constructor(options: BatchViewsOptions) {
    this.#options = options;
  }

  async state(batchKey: BatchKey): Promise<BatchView | undefined> {
    const facts = await this.#facts(batchKey);
    return facts && this.#stateOf(batchKey, facts);
  }

  /** The state, and at most `limit` items from the number `from` on. */
  async show(batchKey: BatchKey, range: PageRange): Promise<(BatchView & BatchPage) | undefined> {
    const facts = await this.#facts(batchKey);
    if (!facts) return undefined;
    return { ...(await this.#stateOf(batchKey, facts)), ...(await this.#pageOf(batchKey, facts, range)) };
  }

  /**
   * The account's batches, newest first, older than the batch whose id is the cursor. Makes one list of an account at a
   * time, since each unfinished batch may have 1,000 ends. Throws the reason of `clientLeft`.
   */
  list(account: string, { cursor, limit }: ListRange, clientLeft: AbortSignal): Promise<BatchList> {
    const list = async () => {
      const all = await this.#options.store.batchesOf(account);
      const older = cursor === undefined ? all : all.filter((batch) => batch < cursor);
      const page = older.slice(0, limit);
      const batches: BatchView[] = [];
      for (const batch of page) {
        clientLeft.throwIfAborted();
        const state = await this.state({ account, batch });
        if (state) batches.push(state);
      }
      return { batches, nextCursor: older.length > limit ? (page.at(-1) ?? null) : null };
    };
    return this.#lists.run(account, list, clientLeft);
  }

  async #facts(batchKey: BatchKey): Promise<Facts | undefined> {
    const { store } = this.#options;
    const [accepted, finished, startedAt, paused, cancelRequested] = await Promise.all([
      store.find(batchKey),
      store.finished(batchKey),
      store.startedAt(batchKey),
      store.runs.paused(batchKey),
      store.isCancelled(batchKey),
    ]);
    if (!accepted) return undefined;
    const ends = finished ? undefined : await store.ends(batchKey, [0, accepted.total]);
    return { accepted, finished, startedAt, paused, cancelRequested, ends };
  }

  async #stateOf(batchKey: BatchKey, facts: Facts): Promise<BatchView> {
    const { accepted, finished, startedAt, ends, cancelRequested } = facts;
    const counts = finished?.counts ?? countsOf(ends?.values() ?? []);
    const { completed: succeeded, failed, cancelled } = counts;
    const queued = accepted.total - succeeded - failed - cancelled;
    const { endpoint: type, total, acceptedAt: createdAt, fault: error = null } = accepted;
    return {
      ...{ batchId: batchKey.batch, type, status: statusOf(finished, startedAt), total, queued },
      ...{ succeeded, failed, cancelled, cancelRequested, createdAt },
      ...{ startedAt: startedAt ?? null, finishedAt: finished?.at ?? null },
      ...progressOf(queued, facts, this.#options.clock.now()),
      error,
      waitingFor: finished ? null : (facts.paused ?? null),
      notification: await this.#notification(batchKey, accepted, finished),
    };
  }

  /** Makes one page of an account at a time, since a page may have 5 MiB. */
  #pageOf(
    batchKey: BatchKey,
    { accepted, finished, ends: allEnds }: Facts,
    { from, limit }: PageRange,
  ): Promise<BatchPage> {
    return this.#pages.run(batchKey.account, async () => {
      const { store } = this.#options;
      const to = Math.min(from + limit, accepted.total);
      const [items, ends, tries] = await Promise.all([
        store.itemsBetween(batchKey, accepted, [from, to]),
        allEnds ?? store.ends(batchKey, [from, to], true),
        finished ? new Map<number, Tried>() : store.runs.tries(batchKey),
      ]);
      const viewOf = (item: ShownItem, number: number) =>
        itemView(number, { item, end: ends.get(number), tried: tries.get(number) });
      return {
        items: items.map((item, at) => viewOf(item, from + at)),
        nextCursor: to < accepted.total ? String(to) : null,
      };
    });
  }

  async #notification(batchKey: BatchKey, { notify }: Accepted, finished: Finished | undefined) {
    const attempts = notify !== null && finished ? await this.#options.store.attempts(batchKey) : [];
    const sent = attempts.filter(({ outcome }) => outcome !== 'requested');
    const last = sent.at(-1);
    const next = nextAttempt(finished, attempts, this.#options.clock.now());
    return {
      status: notify === null ? ('none' as const) : next.state,
      deliveryId: notify === null ? null : (finished?.deliveryId ?? null),
      attempts: sent.length,
      lastAttemptAt: last?.at ?? null,
      lastError: last?.error ?? null,
      nextAttemptAt: notify === null || next.at === undefined ? null : new Date(next.at).toISOString(),
    };
  }
}

export const statusOf = (finished: Finished | undefined, startedAt: string | undefined): BatchStatus => {
  if (finished) return endStatusOf(finished.counts);
  return startedAt === undefined ? 'queued' : 'processing';
};

/** The most items of one answer. */
export const maxPage = limits.batchItems;
/** The most batches of a list. */
export const maxList = 100;
