import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { limits, TintypeError } from '@tintype/contracts';
import { isConflict, type KV, type Logger } from '@tintype/runtime';
import { z } from 'zod';
import { noBatchStorage } from '../../account-storage/uploads.js';
import type { Account } from '../../accounts/account.js';
import { reachable } from '../../reachable.js';
import { tooManyNotifications } from '../batch-changes.js';
import { type BatchStatus, statusOf } from '../batch-view.js';
import { newBatchId, refusedBatchId } from '../facts/batch-ids.js';
import type { BatchKey } from '../facts/batch-log.js';
import type { BatchStore } from '../facts/batch-store.js';
import type { BatchEndpoint, BatchItem } from '../facts/records.js';
import { type BatchOrder, notificationUriOf, readBatch } from './read-batch.js';

export interface BatchRequest {
  account: Account;
  endpoint: BatchEndpoint;
  body: Buffer;
  /** Id of the account's secret that the request used. This secret also signs the notification. */
  secretId: string;
  idempotencyKey: string | undefined;
  /** The public URL of the state of a batch. */
  statusUrlOf: (batch: string) => string;
  /** Checks an item. Its error refuses the whole request. Without `checkItem`, an item with a fault fails alone. */
  checkItem?: (item: BatchItem) => void;
}

export interface CreatedBatch {
  batch: string;
  /** `queued` for a new batch. A repeated request gets the batch's present status. */
  status: BatchStatus;
  total: number;
  statusUrl: string;
}

export interface BatchCreationOptions {
  store: Pick<BatchStore, 'accept' | 'find' | 'finished' | 'startedAt' | 'queue' | 'queued' | 'usage'>;
  /** The batches by `Idempotency-Key`. Entries live for a day. */
  keys: Pick<KV, 'get' | 'create'>;
  masterKey: KeyObject;
  hasStorage: (account: Account) => boolean;
  /** Whether notifications to the URL are certainly refused. Judges its text only, without a look-up. */
  refusesUrl: (url: URL) => boolean;
  log: Logger;
}

const privateReceiverMessage =
  'The property `notification_uri` names a private address, which this service does not call. Use one on the public internet, or ask the administrator of this service to allow it.';

const storedKeySchema = z.object({ batch: z.string(), fingerprint: z.string() });

/** The fingerprint that an earlier release stored. Remove this in the next release: entries live for a day. */
const plainFingerprintOf = ({ endpoint, body }: BatchRequest): string =>
  createHash('sha256').update(`${endpoint}\n`).update(body).digest('hex');

const keyOf = ({ account }: BatchRequest, idempotencyKey: string) =>
  `${account.id}.${createHash('sha256').update(idempotencyKey).digest('hex')}`;

/** The share of the space for batches that one account may use. */
const accountShare = 0.25;
/** New batches are refused once all accounts together use more than this share of the space. */
const acceptShare = 0.8;

const rateLimited = (message: string, retryAfterSeconds: number) =>
  new TintypeError('rate_limited', message, { retryAfterSeconds });

const spaceIsFull = () =>
  new TintypeError('overloaded', 'The space for batches is full. Try again later.', { retryAfterSeconds: 600 });

/** Accepts batches: once `create` resolves, the batch is durable. */
export class BatchCreation {
  readonly #options: BatchCreationOptions;
  readonly #fingerprintKey: Buffer;

  constructor(options: BatchCreationOptions) {
    this.#options = options;
    this.#fingerprintKey = createHmac('sha256', options.masterKey).update('tintype bodies of batches').digest();
  }

  /**
   * Accepts a batch, or answers the one of an earlier request with its `Idempotency-Key`. Throws `invalid_request`,
   * `request_too_large`, `storage_not_configured`, `rate_limited`, `overloaded`, `unavailable`, and what `checkItem`
   * throws.
   */
  async create(request: BatchRequest): Promise<CreatedBatch> {
    const earlierBatch = await this.#earlierBatch(request);
    if (earlierBatch) return earlierBatch;
    const { items, notificationUri } = await this.#read(request);
    const { account, endpoint, secretId, statusUrlOf, checkItem } = request;
    if (checkItem) items.forEach(checkItem);
    if (!this.#options.hasStorage(account)) throw new TintypeError('storage_not_configured', noBatchStorage);
    await this.#checkMayAccept(account.id);
    const batchKey = { account: account.id, batch: await this.#reserve(request) };
    const statusUrl = statusUrlOf(batchKey.batch);
    const details = { endpoint, secretId, acceptedAt: new Date().toISOString(), statusUrl };
    await this.#options.store.accept(batchKey, { ...details, notificationUri, items });
    return { batch: batchKey.batch, status: 'queued', total: items.length, statusUrl };
  }

  /**
   * Finds the batch of an earlier request with this `Idempotency-Key`. Call it before any limit is checked: limits
   * apply only to new batches.
   */
  async #earlierBatch(request: BatchRequest): Promise<CreatedBatch | undefined> {
    const { account, idempotencyKey, statusUrlOf } = request;
    const batch = idempotencyKey === undefined ? undefined : await this.#batchOf(request, idempotencyKey);
    if (batch === undefined) return undefined;
    const { store } = this.#options;
    const batchKey = { account: account.id, batch };
    const [accepted, finished, startedAt] = await Promise.all([
      store.find(batchKey),
      store.finished(batchKey),
      store.startedAt(batchKey),
    ]);
    if (!accepted) return undefined;
    // The earlier request may have ended before it queued the work.
    if (!finished) await store.queue('feed', batchKey);
    return { batch, status: statusOf(finished, startedAt), total: accepted.total, statusUrl: statusUrlOf(batch) };
  }

  async #read(request: BatchRequest): Promise<BatchOrder> {
    try {
      const order = readBatch(request.body, request.account.limits.batchItems, request.endpoint);
      if (this.#refuses(order.notificationUri)) throw new TintypeError('invalid_request', privateReceiverMessage);
      return order;
    } catch (error) {
      if (error instanceof TintypeError && error.code === 'invalid_request') await this.#reportRefusal(request, error);
      throw error;
    }
  }

  #refuses(notificationUri: string | undefined): boolean {
    return notificationUri !== undefined && this.#options.refusesUrl(new URL(notificationUri));
  }

  async #checkMayAccept(account: string): Promise<void> {
    const { store } = this.#options;
    const [unfinished, pending, usage] = await Promise.all([
      store.queued('feed', account),
      store.queued('notify', account),
      store.usage(account),
    ]);
    if (unfinished >= limits.unfinishedBatches)
      throw rateLimited(`The account has ${unfinished} unfinished batches. Wait until one is done.`, 30);
    if (pending >= limits.pendingNotifications) throw tooManyNotifications();
    // The remaining 20 % of the space is for facts that accepted batches still write.
    if (usage.all > usage.limit * acceptShare) throw spaceIsFull();
    if (usage.account > usage.limit * accountShare)
      throw rateLimited(
        'The account has used up its space for batches. The oldest is deleted 14 days after it was accepted: try again then.',
        3600,
      );
  }

  /** Reserves an id for the batch. If another request has reserved one for this key meanwhile, answers that id. */
  async #reserve(request: BatchRequest): Promise<string> {
    const { idempotencyKey } = request;
    const batch = newBatchId(Date.now());
    if (idempotencyKey === undefined) return batch;
    try {
      await this.#options.keys.create(
        keyOf(request, idempotencyKey),
        JSON.stringify({ batch, fingerprint: this.#fingerprintOf(request) }),
      );
      return batch;
    } catch (error) {
      if (!isConflict(error)) throw new TintypeError('unavailable', undefined, { cause: error });
    }
    const other = await this.#batchOf(request, idempotencyKey);
    if (other === undefined) throw new TintypeError('unavailable');
    return other;
  }

  /**
   * A keyed hash of the request. It is on the disk of NATS, and in the ids of refused requests. A plain hash would let
   * readers of these test guesses of a password in the body.
   */
  #fingerprintOf({ account, endpoint, body }: BatchRequest): string {
    return createHmac('sha256', this.#fingerprintKey)
      .update(JSON.stringify([account.id, endpoint]))
      .update(body)
      .digest('hex');
  }

  /**
   * The id of the batch of an earlier request with this key; undefined without one. Throws `invalid_request` if that
   * request had another body.
   */
  async #batchOf(request: BatchRequest, idempotencyKey: string): Promise<string | undefined> {
    const entry = await reachable(this.#options.keys.get(keyOf(request, idempotencyKey)));
    const stored = storedKeySchema.safeParse(entry?.json()).data;
    const fingerprints = [this.#fingerprintOf(request), plainFingerprintOf(request)];
    if (!stored || fingerprints.includes(stored.fingerprint)) return stored?.batch;
    throw new TintypeError(
      'invalid_request',
      'An earlier batch had this `Idempotency-Key` and another body: use a new key.',
    );
  }

  /** Reports an invalid body to its `notification_uri`, in addition to the answer 400. If that fails, only logs it. */
  async #reportRefusal(request: BatchRequest, { code, message }: TintypeError): Promise<void> {
    const { account, endpoint, body, secretId, statusUrlOf } = request;
    const notificationUri = notificationUriOf(body);
    if (notificationUri === undefined || this.#refuses(notificationUri)) return;
    const { store, log } = this.#options;
    // The id is made from the request, so that an equal request is not reported again.
    const fingerprint = Buffer.from(this.#fingerprintOf(request), 'hex');
    const batchKey: BatchKey = { account: account.id, batch: refusedBatchId(fingerprint) };
    const statusUrl = statusUrlOf(batchKey.batch);
    const details = { endpoint, secretId, acceptedAt: new Date().toISOString(), statusUrl };
    try {
      if (await store.finished(batchKey)) return;
      await this.#checkMayAccept(account.id);
      await store.accept(batchKey, { ...details, notificationUri, items: [], fault: { code, message } });
    } catch (error) {
      log.info({ ...batchKey, err: error }, 'cannot report a refused batch');
    }
  }
}
