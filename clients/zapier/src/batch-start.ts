import { type BatchKind, TimeoutError, UsageError, WebhookError } from '@tintype/client';
import { batchFields, batchOf, batchSample, notifiedBatch } from './batch-results.js';
import { clientOf } from './connection.js';
import { explained } from './failures.js';
import { verified } from './notification.js';
import type { Bundle, InputField, Z } from './platform.js';

export interface BatchInput {
  type?: BatchKind;
  urls?: readonly string[];
  options?: Readonly<Record<string, unknown>>;
  wait?: boolean;
  notificationUri?: string;
}

const inputFields: readonly InputField[] = [
  {
    key: 'type',
    label: 'Type of the Files',
    type: 'string',
    required: true,
    choices: { image: 'Images', pdf: 'PDFs' },
    default: 'image',
    helpText: 'The account needs a storage, where the batch puts the files.',
  },
  {
    key: 'urls',
    label: 'Page Addresses',
    type: 'string',
    required: true,
    list: true,
    helpText: 'Up to 1,000 pages, http or https.',
  },
  {
    key: 'options',
    label: 'Options of Each Page',
    type: 'string',
    dict: true,
    helpText:
      'Such as `full` and `true`. The names are those of the HTTP interface: `/docs` of your service lists them.',
  },
  {
    key: 'wait',
    label: 'Wait Until the Batch Has Finished',
    type: 'boolean',
    default: 'true',
    helpText: 'The Zap then continues with the files. Otherwise it continues at once.',
  },
  {
    key: 'notificationUri',
    label: 'Notification Address',
    type: 'string',
    helpText:
      'Without waiting: the address of a Zap with the trigger Batch Finished (Instant), or of a server of yours.',
  },
];

/** The editor shows a test at once, so it asks for the state instead of pausing the Zap until the notification. */
const sampleMs = 20_000;

/** Where the service notifies: a callback of Zapier, the person's own address, or nowhere. */
const addressOf = (z: Z, { inputData: { wait, notificationUri }, meta }: Bundle<BatchInput>): string | undefined => {
  if (!wait) return notificationUri;
  if (notificationUri)
    throw new UsageError('Leave Notification Address empty, or do not wait: a batch has one address.');
  return meta?.isLoadingSample ? undefined : z.generateCallbackUrl();
};

const start = (z: Z, bundle: Bundle<BatchInput>) =>
  explained(z, async () => {
    const { type = 'image', urls = [], options = {}, wait } = bundle.inputData;
    const { batches } = clientOf(bundle);
    const notificationUri = addressOf(z, bundle);
    const items = urls.map((url) => ({ url, options }));
    const { batchId } = await batches.submit(type, items, notificationUri ? { notificationUri } : {});
    if (!wait || notificationUri) return batchOf(await batches.status(batchId, { limit: 1 }), []);
    const state = await batches.wait(batchId, { waitMs: sampleMs }).catch((error: unknown) => {
      if (error instanceof TimeoutError) return batches.status(batchId);
      throw error;
    });
    return batchOf(state, state.items);
  });

/** Zapier calls it with the notification. A replay of the Zap brings an old one, so the batch counts, not the time. */
const finish = (z: Z, bundle: Bundle) =>
  explained(z, async () => {
    const notification = await verified(bundle, Number.POSITIVE_INFINITY);
    if (notification.event !== 'batch.completed' || notification.batchId !== bundle.outputData?.id)
      throw new WebhookError('It is about another batch.');
    return notifiedBatch(bundle, notification);
  });

export const batchCreates = {
  start_batch: {
    key: 'start_batch',
    noun: 'Batch',
    display: {
      label: 'Start Batch',
      description: 'Captures up to 1,000 pages into the storage of the account, however long it takes.',
    },
    operation: {
      ...{ inputFields, perform: start, performResume: finish },
      ...{ outputFields: batchFields, sample: batchSample },
    },
  },
};
