import { isFinished } from '@tintype/client';
import { batchFields, batchSample, factsOf, loadResults, notifiedBatch, verified } from './batch-results.js';
import { clientOf } from './connection.js';
import { explained } from './failures.js';
import type { Bundle, Z } from './platform.js';

/** Seconds in which a notification arrives. The service signs each attempt anew. */
const windowSeconds = 300;

/** Zapier shows three samples, and reads 100 batches at each look. */
const samples = 3;

/** Newest first, as Zapier expects. It starts the Zap for ids that it has not seen. */
const listFinished = (z: Z, bundle: Bundle) =>
  explained(z, bundle, async () => {
    const { batches } = await clientOf(bundle).batches.list({ limit: 100 });
    const finished = batches.filter(isFinished).slice(0, bundle.meta?.isLoadingSample ? samples : undefined);
    return finished.map((batch) => ({
      ...factsOf(batch),
      results: z.dehydrate(loadResults, { batchId: batch.batchId }),
    }));
  });

/**
 * Runs `work` once for each delivery: a genuine notification may come twice, and Zapier does not compare ids of webhooks.
 * The mark comes after success, so that a person may notify again after a failure.
 */
const once = async <T>(z: Z, deliveryId: string, work: () => Promise<T>): Promise<T> => {
  const key = `notification ${deliveryId}`;
  if (await z.cache.get(key)) throw new z.errors.HaltedError('A notification was refused. It has come before.');
  const result = await work();
  await z.cache.set(key, true, 2 * windowSeconds);
  return result;
};

const takeNotification = (z: Z, bundle: Bundle) =>
  explained(z, bundle, async () => {
    const notification = await verified(bundle, windowSeconds);
    if (notification.event !== 'batch.completed') return [];
    return once(z, notification.deliveryId, async () => [await notifiedBatch(bundle, notification)]);
  });

const output = { outputFields: batchFields, sample: batchSample };

export const batchTriggers = {
  batch_finished: {
    key: 'batch_finished',
    noun: 'Batch',
    display: {
      label: 'Batch Finished',
      description: 'Triggers when a batch of the account has finished. Zapier looks every 1 to 15 minutes.',
    },
    operation: { type: 'polling', perform: listFinished, ...output },
  },
  batch_notified: {
    key: 'batch_notified',
    noun: 'Batch',
    display: {
      label: 'Batch Finished (Instant)',
      description: 'Triggers when a batch that has the address of this Zap has finished.',
      directions:
        'Copy this address. Give it to your batches as `notification_uri`, or to the action Start Batch as Notification Address. Start the batches with the secret of this connection: Zapier refuses other notifications.',
    },
    operation: { type: 'hook', perform: takeNotification, performList: listFinished, ...output },
  },
} as const;
