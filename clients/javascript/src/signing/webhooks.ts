import type { BatchItem, BatchKind, BatchState } from '../batches.js';
import { TintypeError, UsageError } from '../errors.js';
import { isHmac } from './signing.js';

export interface BatchNotification {
  event: 'batch.completed';
  deliveryId: string;
  batchId: string;
  type: BatchKind;
  status: BatchState['status'];
  total: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  startedAt: string | null;
  finishedAt: string | null;
  statusUrl: string;
  /** Empty above 1 MiB: `resultsUrl` then has them. */
  results: BatchItem[];
  resultsUrl?: string;
}

/** A body that was refused. */
export interface FailedNotification {
  event: 'batch.failed';
  deliveryId: string;
  type: BatchKind;
  error: { code: string; message: string };
}

export type Notification = BatchNotification | FailedNotification;

/** The delivery does not come from the service, or is too old. */
export class WebhookError extends TintypeError {
  override name = 'WebhookError';
}

export interface Webhook {
  /** The header `x-signature`. */
  signature: string | null | undefined;
  /** The raw body, before any JSON parser. */
  body: string | Uint8Array;
  /** The secret that signed the batch. */
  secret: string;
  /** Seconds. Default: 300. */
  tolerance?: number;
}

const signaturePattern = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const rawText = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  throw new UsageError(
    '`verifyWebhook` takes the raw body as text or bytes. A parsed body has lost what the signature covers.',
  );
};

/**
 * The notification of a delivery. Throws `WebhookError` for a forged or old one. Deliveries may come twice: compare
 * `deliveryId`.
 */
export const verifyWebhook = async (webhook: Webhook): Promise<Notification> => {
  const { signature, secret, tolerance = 300 } = webhook;
  const body = rawText(webhook.body);
  const [, time, hex = ''] = signaturePattern.exec(signature ?? '') ?? [];
  if (time === undefined)
    throw new WebhookError('The header `x-signature` is missing or malformed: it has the form t=…,v1=….');
  if (!(await isHmac(secret, `${time}.${body}`, hex)))
    throw new WebhookError(
      'The signature does not fit the body. Pass the raw body, and the secret that signed the batch.',
    );
  if (Math.abs(Date.now() / 1000 - Number(time)) > tolerance)
    throw new WebhookError(`The delivery is more than ${tolerance} s old.`);
  return JSON.parse(body) as Notification;
};
