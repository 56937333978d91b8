import { type Api, idempotencyHeader, searchOf } from './api.js';
import { TimeoutError, UsageError } from './errors.js';
import { knownOptions, segmentOf } from './names.js';
import { type AnyOptions, jsonOf } from './signing/query.js';
import { hmac } from './signing/signing.js';
import { type CallOptions, onlyRefused, pause, readJson, send } from './transport.js';

export type BatchKind = 'image' | 'pdf';

export interface BatchRequestItem {
  url: string | URL;
  /** Options of the endpoint, and `file_name`; `extra` has options of a newer service. */
  options?: Readonly<Record<string, unknown>>;
}

export interface BatchItem {
  number: number;
  status: 'queued' | 'completed' | 'failed' | 'cancelled';
  /** Null where the submitted item had none that is text. */
  url: string | null;
  file_name: string | null;
  /** The stored object. */
  location: string | null;
  bytes: number | null;
  contentType: string | null;
  /** HTTP status of the page. */
  targetStatus: number | null;
  warnings?: string[];
  /** Why it failed, or why a queued item is tried again. */
  error: { code: string; message: string } | null;
  attempts: number;
}

export interface AcceptedBatch {
  batchId: string;
  /** A repeated request gets the batch's present status. */
  status: BatchSummary['status'];
  total: number;
  statusUrl: string;
}

export interface BatchSummary {
  batchId: string;
  type: BatchKind;
  status: 'queued' | 'processing' | 'completed' | 'completed_with_errors' | 'failed';
  total: number;
  queued: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  /** The batch was cancelled: what has not begun does not begin any more. */
  cancelRequested: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  itemsPerSecond: number | null;
  secondsLeft: number | null;
  /** Why the whole batch was refused. */
  error: { code: string; message: string } | null;
  /** Why the batch is paused; null unless it is. */
  waitingFor: { code: string; message: string; since: string } | null;
  notification: { status: string; attempts: number; lastError: string | null; nextAttemptAt: string | null };
}

export interface BatchState extends BatchSummary {
  items: BatchItem[];
  nextCursor: string | null;
}

export interface SubmitOptions extends CallOptions {
  /** Gets a signed POST when every item has ended. */
  notificationUri?: string;
  /** Makes a repeated submission answer the same batch, for 24 hours. */
  idempotencyKey?: string;
}

export interface StatusOptions extends CallOptions {
  /** Items in the answer, 1 to 1,000; default 100. */
  limit?: number;
  cursor?: string;
}

export interface BatchListOptions extends CallOptions {
  /** 1 to 100; default 20. */
  limit?: number;
  cursor?: string;
}

export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks. Default: 1,000. */
  intervalMs?: number;
  /** Milliseconds until the wait is given up. Default: `timeoutMs` of this call, else none. The batch continues. */
  waitMs?: number;
  onProgress?: (state: BatchState) => void;
}

const usualMs = 60_000;

/** The last look of a wait has this time, even if the wait ends before. */
const leastLookMs = 1000;

export const isFinished = ({ status }: Pick<BatchState, 'status'>): boolean =>
  status !== 'queued' && status !== 'processing';

/** Throws a `UsageError` for an item without a URL, or with an unknown option. */
const checkedItem = (kind: BatchKind, item: BatchRequestItem, at: number): BatchRequestItem => {
  const url: unknown = item?.url;
  if (!(url instanceof URL) && (typeof url !== 'string' || url === ''))
    throw new UsageError(`\`items[${at}]\` takes an object with the \`url\` of a page, such as { url: "https://…" }.`);
  // The service refuses options of another shape.
  return typeof item.options === 'object' && item.options !== null && !Array.isArray(item.options)
    ? { ...item, options: knownOptions(kind, item.options as AnyOptions, ['file_name']) }
    : item;
};

/** Many renders into the account's storage. */
export class Batches {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The answer comes when the batch is stored: from then on it survives every crash. */
  async submit(
    kind: BatchKind,
    items: readonly BatchRequestItem[],
    { notificationUri, idempotencyKey, ...call }: SubmitOptions = {},
  ): Promise<AcceptedBatch> {
    if (kind !== 'image' && kind !== 'pdf') throw new UsageError(`A batch makes image or pdf; it got ${String(kind)}.`);
    if (!Array.isArray(items))
      throw new UsageError('A batch takes a list of items, such as [{ url: "https://example.com/" }].');
    const body = jsonOf({
      ...(notificationUri === undefined ? {} : { notification_uri: notificationUri }),
      data: items.map((item, at) => checkedItem(kind, item, at)),
    });
    const headers = {
      'x-req-signature': await hmac(this.#api.secret, body),
      ...idempotencyHeader(idempotencyKey),
    };
    const { settings, key } = this.#api;
    const url = `${settings.baseUrl}/batch-${kind}/${encodeURIComponent(key)}`;
    return send(settings, { usualMs, ...call, method: 'POST', url, headers, body }, readJson<AcceptedBatch>);
  }

  /** One page of the account's batches, newest first. `nextCursor` is null on the last page. */
  list({ limit, cursor, ...call }: BatchListOptions = {}): Promise<{
    batches: BatchSummary[];
    nextCursor: string | null;
  }> {
    const path = `/batch/${encodeURIComponent(this.#api.key)}${searchOf({ limit, cursor })}`;
    return this.#api.json({ ...call, method: 'GET', path });
  }

  /** The state, with one page of items. `nextCursor` is null on the last page. */
  async status(batchId: string, { limit, cursor, ...call }: StatusOptions = {}): Promise<BatchState> {
    const path = `${this.#pathOf(batchId)}${searchOf({ limit, cursor })}`;
    return this.#api.json({ ...call, method: 'GET', path });
  }

  /** All items, page after page. */
  async *items(batchId: string, call: CallOptions = {}): AsyncGenerator<BatchItem> {
    let cursor: string | null | undefined;
    do {
      const page = await this.status(batchId, { ...call, limit: 1000, ...(cursor ? { cursor } : {}) });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor);
  }

  /** Resolves when every item has ended. Throws `TimeoutError` after `waitMs`. */
  async wait(batchId: string, options: WaitOptions = {}): Promise<BatchState> {
    const { intervalMs = 1000, onProgress, waitMs = options.timeoutMs ?? Number.POSITIVE_INFINITY, ...call } = options;
    const { timeoutMs: lookMs = this.#api.settings.timeoutMs ?? usualMs } = call;
    const end = Date.now() + waitMs;
    let known = 'has no known status';
    const late = () => new TimeoutError(`The batch ${batchId} ${known} after ${waitMs / 1000} s.`);
    for (;;) {
      const leftMs = end - Date.now();
      const look = { ...call, timeoutMs: Math.min(lookMs, Math.max(leftMs, leastLookMs)) };
      const state = await this.status(batchId, look).catch((error: unknown) => {
        throw leftMs <= lookMs && error instanceof TimeoutError ? late() : error;
      });
      onProgress?.(state);
      if (isFinished(state)) return state;
      known = `is still ${state.status}`;
      const restMs = end - Date.now();
      if (restMs <= 0) throw late();
      await pause(Math.min(intervalMs, restMs), call.signal);
    }
  }

  /** Items that have not begun end as `cancelled`. */
  async cancel(batchId: string, call: CallOptions = {}): Promise<BatchState> {
    return this.#api.json({ ...call, method: 'DELETE', path: this.#pathOf(batchId) });
  }

  /** Sends the notification of a finished batch again. */
  async notifyAgain(batchId: string, call: CallOptions = {}): Promise<void> {
    const path = `${this.#pathOf(batchId)}/notification`;
    await this.#api.json({ retried: onlyRefused, ...call, method: 'POST', path });
  }

  #pathOf(batchId: string): string {
    return `/batch/${encodeURIComponent(this.#api.key)}/${segmentOf('The batch id', batchId)}`;
  }
}
