import { buckets } from '@tintype/contracts';
import { AlreadyExists, type ResourceStore } from '@tintype/crds';
import { provisionPool, vacantLease } from '@tintype/operator';
import { JetStreamApiError, type Nats } from '@tintype/runtime';
import { JetStreamStore, provisionObjects } from '@tintype/stores';
import { leaseKey, objectsNamespace, vacateLease } from './operator-lease.js';

const streamNotFound = 10_059;

const hasObjectsBucket = async ({ manager }: Nats): Promise<boolean> => {
  try {
    await manager.streams.info(`KV_${buckets.objects}`);
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return false;
    throw error;
  }
};

const createLease = async (store: ResourceStore): Promise<void> => {
  await store.create('Lease', vacantLease(leaseKey)).catch((error) => {
    if (!(error instanceof AlreadyExists)) throw error;
  });
};

export interface ServerFacts {
  /** We started the server: no operator of an earlier run can reach it. */
  isOwn: boolean;
}

/**
 * Creates the bucket of sessions, pools and pods, with an empty pool. Lets the operator lead at once if that is safe.
 * It is safe at the very first start, or if no operator of an earlier run can reach the server. A lease that
 * was lost later is never created again: an operator may still lead.
 */
export const provisionSessions = async (nats: Nats, { isOwn }: ServerFacts): Promise<void> => {
  const isFirst = !(await hasObjectsBucket(nats));
  await provisionObjects(nats.manager, { bucket: buckets.objects });
  const store = new JetStreamStore({ nats, bucket: buckets.objects });
  if (isFirst) await createLease(store);
  else if (isOwn) await vacateLease(store, () => true);
  // The warm browsers of an earlier run are gone. New ones start after the service is ready.
  await provisionPool(store, { namespace: objectsNamespace }, 0);
};
