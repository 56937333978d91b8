import type { BatchItem, BatchNotification, BatchSummary, Notification } from '@tintype/client';
import { clientOf } from './connection.js';
import { explained } from './failures.js';
import type { Bundle, OutputField, Z } from './platform.js';

/** One page of a batch. */
export interface PageResult {
  url: string | null;
  status: BatchItem['status'];
  /** The object in the account's storage. */
  location: string | null;
  fileName: string | null;
  contentType: string | null;
  bytes: number | null;
  targetStatus: number | null;
  errorCode: string | null;
  error: string | null;
}

/** A batch as the steps of a Zap see it. */
export interface BatchFacts {
  id: string;
  type: BatchSummary['type'];
  status: BatchSummary['status'];
  total: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  startedAt: string | null;
  finishedAt: string | null;
}

export const factsOf = (batch: BatchSummary | BatchNotification): BatchFacts => {
  const { batchId: id, type, status, total, succeeded, failed, cancelled, startedAt, finishedAt } = batch;
  return { id, type, status, total, succeeded, failed, cancelled, startedAt, finishedAt };
};

const resultOf = ({
  url,
  status,
  location,
  file_name,
  contentType,
  bytes,
  targetStatus,
  error,
}: BatchItem): PageResult => ({
  ...{ url, status, location, fileName: file_name, contentType, bytes, targetStatus },
  ...{ errorCode: error?.code ?? null, error: error?.message ?? null },
});

const itemsOf = async (bundle: Pick<Bundle, 'authData'>, batchId: string): Promise<BatchItem[]> => {
  const items: BatchItem[] = [];
  for await (const item of clientOf(bundle).batches.items(batchId)) items.push(item);
  return items;
};

export const batchOf = (batch: BatchSummary | BatchNotification, items: readonly BatchItem[]) => ({
  ...factsOf(batch),
  results: items.map(resultOf),
});

/** Zapier writes `X-Signature` or `Http-X-Signature` for the header `x-signature`. */
const headerOf = ({ rawRequest }: Bundle, name: string): string | undefined =>
  Object.entries(rawRequest?.headers ?? {}).find(([key]) => key.toLowerCase().replace(/^http-/, '') === name)?.[1];

/**
 * The notification in a POST that Zapier received. Throws a `WebhookError` if the connection's secret did not sign it,
 * or if it is older than `tolerance` seconds.
 */
export const verified = (bundle: Bundle, tolerance: number): Promise<Notification> => {
  const { rawRequest } = bundle;
  return clientOf(bundle).verifyWebhook(headerOf(bundle, 'x-signature'), rawRequest?.content ?? '', tolerance);
};

/** A notification above 1 MiB has no results. */
export const notifiedBatch = async (bundle: Pick<Bundle, 'authData'>, notification: BatchNotification) => {
  const { batchId, results, resultsUrl } = notification;
  return batchOf(notification, resultsUrl ? await itemsOf(bundle, batchId) : results);
};

/** Reads the pages of a batch when a later step uses them. */
export const loadResults = (z: Z, bundle: Bundle<{ batchId: string }>): Promise<PageResult[]> =>
  explained(z, bundle, async () => (await itemsOf(bundle, bundle.inputData.batchId)).map(resultOf));

export const batchFields: readonly OutputField[] = [
  { key: 'id', label: 'Batch ID' },
  { key: 'type', label: 'Type' },
  { key: 'status', label: 'Status' },
  { key: 'total', label: 'Pages', type: 'integer' },
  { key: 'succeeded', label: 'Succeeded Pages', type: 'integer' },
  { key: 'failed', label: 'Failed Pages', type: 'integer' },
  { key: 'cancelled', label: 'Cancelled Pages', type: 'integer' },
  { key: 'startedAt', label: 'Started', type: 'datetime' },
  { key: 'finishedAt', label: 'Finished', type: 'datetime' },
  { key: 'results[]url', label: 'Page Address' },
  { key: 'results[]status', label: 'Page Result' },
  { key: 'results[]location', label: 'Stored File' },
  { key: 'results[]fileName', label: 'File Name' },
  { key: 'results[]contentType', label: 'Content Type' },
  { key: 'results[]bytes', label: 'Size in Bytes', type: 'integer' },
  { key: 'results[]targetStatus', label: 'HTTP Status of the Page', type: 'integer' },
  { key: 'results[]errorCode', label: 'Error Code' },
  { key: 'results[]error', label: 'Error' },
];

export const batchSample = {
  id: 'batch_5b8e2c1f',
  type: 'image',
  status: 'completed_with_errors',
  ...{ total: 2, succeeded: 1, failed: 1, cancelled: 0 },
  startedAt: '2030-05-01T08:00:00.000Z',
  finishedAt: '2030-05-01T08:00:04.000Z',
  results: [
    {
      url: 'https://example.com/',
      status: 'completed',
      location: 'https://storage.example.com/shots/screenshots/2030/05/01/front.png',
      ...{ fileName: 'front', contentType: 'image/png', bytes: 48_213, targetStatus: 200 },
      ...{ errorCode: null, error: null },
    },
    {
      url: 'https://missing.example/',
      status: 'failed',
      ...{ location: null, fileName: null, contentType: null, bytes: null, targetStatus: null },
      errorCode: 'target_dns',
      error: 'The host name of the page does not resolve. Check `url`.',
    },
  ],
};
