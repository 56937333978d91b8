import { createHash, randomUUID } from 'node:crypto';
import { limits, TintypeError } from '@tintype/contracts';
import { isConflict, type KV } from '@tintype/runtime';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import { reachable } from '../reachable.js';
import type { BatchPlace } from './batch-log.js';
import type { BatchStore } from './batch-store.js';
import { type BatchOrder, notificationUriOf, readBatch } from './read-batch.js';
import type { BatchEndpoint } from './records.js';

export interface BatchRequest {
  account: Account;
  endpoint: BatchEndpoint;
  /** Signed. */
  body: Buffer;
  /** The secret that signed it. */
  secretId: string;
  idempotencyKey: string | undefined;
  /** The public URL of the state of a batch. */
  statusUrlOf: (batch: string) => string;
}

export interface CreatedBatch {
  batch: string;
  total: number;
  statusUrl: string;
}

export interface BatchCreationOptions {
  store: Pick<BatchStore, 'accept' | 'find' | 'finished' | 'queued'>;
  /** Entries live for a day. */
  keys: Pick<KV, 'get' | 'create'>;
  hasStorage: (account: Account) => boolean;
}

const noStorage =
  'The account has no storage, where the results of a batch are stored. Set it with PUT /v1/account/storage, or ask the administrator of this service.';

const storedKeySchema = z.object({ batch: z.string(), fingerprint: z.string() });

const digest = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const newBatchId = () => `batch_${randomUUID()}`;

/** Accepts batches: once it resolves, the batch is durable. */
export class BatchCreation {
  readonly #options: BatchCreationOptions;

  constructor(options: BatchCreationOptions) {
    this.#options = options;
  }

  /** Throws `invalid_request`, `request_too_large`, `storage_not_configured`, `rate_limited` and `unavailable`. */
  async create(request: BatchRequest): Promise<CreatedBatch> {
    const { items, notificationUri } = await this.#read(request);
    const { account, endpoint, secretId, statusUrlOf } = request;
    if (!this.#options.hasStorage(account)) throw new TintypeError('storage_not_configured', noStorage);
    const { store } = this.#options;
    const place = { account: account.id, batch: await this.#batchOf(request) };
    const created = { batch: place.batch, total: items.length, statusUrl: statusUrlOf(place.batch) };
    if (request.idempotencyKey !== undefined && (await store.finished(place))) return created;
    if (!(await store.find(place))) await this.#checkUnfinished(account);
    const acceptedAt = new Date().toISOString();
    const { statusUrl } = created;
    await store.accept(place, { endpoint, secretId, acceptedAt, statusUrl, notificationUri, items });
    return created;
  }

  async #read(request: BatchRequest): Promise<BatchOrder> {
    try {
      return readBatch(request.body, request.account.limits.batchItems);
    } catch (error) {
      if (error instanceof TintypeError && error.code === 'invalid_request') await this.#reportRefusal(request, error);
      throw error;
    }
  }

  async #checkUnfinished({ id }: Account): Promise<void> {
    const max = limits.unfinishedBatches;
    if (await this.#mayBegin(id)) return;
    throw new TintypeError('rate_limited', `The account has ${max} unfinished batches. Wait until one is done.`, {
      retryAfterSeconds: 30,
    });
  }

  async #mayBegin(account: string): Promise<boolean> {
    return (await this.#options.store.queued('feed', account)) < limits.unfinishedBatches;
  }

  /** The id that an earlier request with this key got. Throws `invalid_request` if that had another body. */
  async #batchOf({ account, endpoint, body, idempotencyKey }: BatchRequest): Promise<string> {
    if (idempotencyKey === undefined) return newBatchId();
    const { keys } = this.#options;
    const key = `${account.id}.${digest(idempotencyKey)}`;
    const ours = { batch: newBatchId(), fingerprint: digest(endpoint, '\n', body) };
    try {
      await keys.create(key, JSON.stringify(ours));
      return ours.batch;
    } catch (error) {
      if (!isConflict(error)) throw new TintypeError('unavailable', undefined, { cause: error });
    }
    const entry = await reachable(keys.get(key));
    const stored = storedKeySchema.safeParse(entry?.json()).data;
    if (!stored) throw new TintypeError('unavailable');
    if (stored.fingerprint === ours.fingerprint) return stored.batch;
    throw new TintypeError(
      'invalid_request',
      'An earlier batch had this `Idempotency-Key` and another body: use a new key.',
    );
  }

  /** The contract reports such errors to the client's `notification_uri`, too. */
  async #reportRefusal(request: BatchRequest, { code, message }: TintypeError): Promise<void> {
    const { account, endpoint, body, secretId, statusUrlOf } = request;
    const notificationUri = notificationUriOf(body);
    if (notificationUri === undefined || !(await this.#mayBegin(account.id))) return;
    const place: BatchPlace = { account: account.id, batch: newBatchId() };
    const facts = { endpoint, secretId, acceptedAt: new Date().toISOString(), statusUrl: statusUrlOf(place.batch) };
    await this.#options.store.accept(place, { ...facts, notificationUri, items: [], fault: { code, message } });
  }
}
