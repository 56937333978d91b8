import { buckets } from '@tintype/contracts';
import { AlreadyExists, type ResourceStore } from '@tintype/crds';
import { provisionPool, vacantLease } from '@tintype/operator';
import { JetStreamApiError, type Nats } from '@tintype/runtime';
import { JetStreamStore, provisionObjects } from '@tintype/stores';
import { leaseKey, objectsNamespace, vacateLease } from './operator-lease.js';

const streamNotFound = 10_059;

const isThere = async ({ manager }: Nats): Promise<boolean> => {
  try {
    await manager.streams.info(`KV_${buckets.objects}`);
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return false;
    throw error;
  }
};

const make = async (store: ResourceStore): Promise<void> => {
  await store.create('Lease', vacantLease(leaseKey)).catch((error) => {
    if (!(error instanceof AlreadyExists)) throw error;
  });
};

export interface ServerFacts {
  /** It was started for this boot: no operator of an earlier one can reach it. */
  isOwn: boolean;
}

/**
 * Makes the bucket of sessions, pools and pods, with an empty pool, and sees to it that the operator leads at once, where that is safe: at the
 * first start of all, and where nobody of an earlier boot can lead any more. A lease that is missing later is not made anew:
 * for all we know, somebody leads.
 */
export const provisionSessions = async (nats: Nats, { isOwn }: ServerFacts): Promise<void> => {
  const isFirst = !(await isThere(nats));
  await provisionObjects(nats.manager, { bucket: buckets.objects });
  const store = new JetStreamStore({ nats, bucket: buckets.objects });
  if (isFirst) await make(store);
  else if (isOwn) await vacateLease(store, () => true);
  // What an earlier boot had warm is gone with it. Browsers become warm once everything stands.
  await provisionPool(store, { namespace: objectsNamespace }, 0);
};
