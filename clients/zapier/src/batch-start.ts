import {
  type AcceptedBatch,
  ApiError,
  type Batches,
  type BatchKind,
  type BatchState,
  ConnectionError,
  TimeoutError,
  UsageError,
} from '@tintype/client';
import { type BatchFacts, batchFields, batchOf, batchSample, notifiedBatch, verified } from './batch-results.js';
import { clientOf } from './connection.js';
import { explained } from './failures.js';
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
      'Such as `full` and `true`. The page `/docs` at the address of your service, such as https://tintype.example.com/docs, lists the names.',
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

/** The wait of a test in the editor ends this long after the step began. Zapier ends a step after 30 s. */
const sampleMs = 25_000;

/** After 429 and 503, within the time of a step. */
const retries = 2;

/** Where the service notifies: a callback of Zapier, the person's own address, or nowhere. */
const addressOf = (z: Z, { inputData: { wait, notificationUri }, meta }: Bundle<BatchInput>): string | undefined => {
  if (!wait) return notificationUri;
  if (notificationUri)
    throw new UsageError('Leave Notification Address empty, or do not wait: a batch has one address.');
  return meta?.isLoadingSample ? undefined : z.generateCallbackUrl();
};

/** No connection was made, so the service has no request. Any other failure, such as a proxy's 504, may come after it. */
const unsentCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const mayHaveStarted = (error: unknown): error is Error => {
  if (error instanceof ConnectionError) return !unsentCodes.has(Object(error.cause).code);
  return (
    error instanceof TimeoutError || (error instanceof ApiError && error.status >= 500 && error.code !== 'overloaded')
  );
};

/** The client repeats the request with the same idempotency key. A repeat of the step has another key: a second batch. */
const submit = async (z: Z, bundle: Bundle<BatchInput>, notificationUri: string | undefined) => {
  const { type = 'image', urls = [], options = {} } = bundle.inputData;
  const items = urls.map((url) => ({ url, options }));
  const notified = notificationUri ? { notificationUri } : {};
  try {
    return await clientOf(bundle).batches.submit(type, items, { ...notified, retries });
  } catch (error) {
    if (!mayHaveStarted(error)) throw error;
    const sentence = error instanceof ApiError ? `${error.sentence} (${error.code})` : error.message;
    throw new z.errors.HaltedError(
      `${sentence} The batch may have started: look in the console before you replay the step.`,
    );
  }
};

const startedOf = ({ batchId: id, status, total }: AcceptedBatch, type: BatchKind): BatchFacts => ({
  ...{ id, type, status, total },
  ...{ succeeded: 0, failed: 0, cancelled: 0, startedAt: null, finishedAt: null },
});

/**
 * The editor shows a test at once, so it asks for the state. It does not pause the Zap until the notification. The
 * signal ends it with the last known state.
 */
export const sampleOf = async (batches: Pick<Batches, 'wait'>, accepted: BatchFacts, signal: AbortSignal) => {
  let sample: ReturnType<typeof batchOf> = { ...accepted, results: [] };
  const onProgress = (state: BatchState) => {
    sample = batchOf(state, state.items);
  };
  await batches.wait(accepted.id, { signal, onProgress }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return sample;
};

const start = (z: Z, bundle: Bundle<BatchInput>) =>
  explained(z, bundle, async () => {
    const { type = 'image', wait } = bundle.inputData;
    const notificationUri = addressOf(z, bundle);
    const signal = AbortSignal.timeout(sampleMs);
    const started = startedOf(await submit(z, bundle, notificationUri), type);
    if (wait && !notificationUri) return sampleOf(clientOf(bundle).batches, started, signal);
    return { ...started, results: [] };
  });

/** Zapier calls it with the notification. A replay of the Zap brings an old one, so the batch counts, not the time. */
const finish = (z: Z, bundle: Bundle) =>
  explained(z, bundle, async () => {
    const notification = await verified(bundle, Number.POSITIVE_INFINITY);
    if (notification.event !== 'batch.completed' || notification.batchId !== bundle.outputData?.id)
      throw new z.errors.HaltedError('A notification was refused. It is about another batch.');
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
