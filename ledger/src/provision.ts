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

const hour = 3600 * 1000;
const day = 24 * hour;
/** Charges of sessions are read for 35 days; a few more, so that a day is whole when it is read. */
const chargesMs = 40 * day;
/** No open outlives its charge, or it would look as if it had none. */
const opensMs = 39 * day;
/** So long a session's second slot is refused by its name. Nobody takes one after its startBy, which is minutes away. */
const sameSessionMs = hour;

/** A second message on a subject is refused: one result, one charge; one session, one open; one slot, one session. */
const onePerSubject = {
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_msgs_per_subject: 1,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  // For what is read many at a time. Where it must be exact, the leader is asked.
  allow_direct: true,
  deny_purge: true,
};

const ledgerStreams = [
  {
    ...onePerSubject,
    name: streams.charges,
    subjects: [subjects.allCharges],
    max_age: nanos(chargesMs),
    deny_delete: true,
  },
  {
    ...onePerSubject,
    name: streams.opens,
    subjects: [subjects.allOpens],
    max_age: nanos(opensMs),
    deny_delete: true,
  },
  // Slots are given back by deleting their messages.
  {
    ...onePerSubject,
    name: streams.slots,
    subjects: [subjects.allSlots],
    duplicate_window: nanos(sameSessionMs),
  },
];

/** Makes the streams of the ledger, the consumer of its charges and the bucket of usage, or brings them up to date. Needs the admin login. */
export const provisionLedger = async ({ manager, makeKv }: Nats): Promise<void> => {
  for (const stream of ledgerStreams) await ensureStream(manager, stream);
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
