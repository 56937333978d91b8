import { buckets, streams, subjects, usageConsumer } from '@tintype/contracts';
import {
  AckPolicy,
  DiscardPolicy,
  ensureConsumer,
  ensureStream,
  type Nats,
  nanos,
  RetentionPolicy,
  StorageType,
} from '@tintype/runtime';

const day = 24 * 3600 * 1000;
/** Charges of sessions are read for 35 days; a few more, so that a day is whole when it is read. */
const chargesMs = 40 * day;

/** Makes the stream of charges, its consumer and the bucket of usage, or brings them up to date. Needs the admin login. */
export const provisionLedger = async ({ manager, makeKv }: Nats): Promise<void> => {
  await ensureStream(manager, {
    name: streams.charges,
    subjects: [subjects.allCharges],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    // A second charge on a subject is refused: one result, one charge.
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
    max_age: nanos(chargesMs),
    allow_direct: true,
    deny_delete: true,
    deny_purge: true,
  });
  await ensureConsumer(manager, streams.charges, {
    durable_name: usageConsumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(30_000),
    // One at a time, so that they are rolled up in their order, whichever replica does it.
    max_ack_pending: 1,
  });
  // For good: balances rest on it, and a day of an account is a hundred bytes.
  await makeKv(buckets.usage, { history: 1 });
};
