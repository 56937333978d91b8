import { randomUUID } from 'node:crypto';
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
import type { BirthRecord } from './birth/birth-record.js';
import { Births, birthMetadata } from './birth/births.js';
import { UsageBook } from './usage-book.js';

const hour = 3600 * 1000;
const day = 24 * hour;
/** Charges of sessions are read for 35 days; a few more, so that a day is whole when it is read. */
const chargesMs = 40 * day;
/** No open outlives its charge, or it would look as if it had none. */
const opensMs = 39 * day;
/** So long a session's second slot is refused by its name. Nobody takes one after its startBy, which is minutes away. */
const sameSessionMs = hour;

/** A second message on a subject is refused: one result, one charge; one session, one open. */
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

const charges = {
  ...onePerSubject,
  name: streams.charges,
  subjects: [subjects.allCharges],
  max_age: nanos(chargesMs),
  deny_delete: true,
};

const opens = {
  ...onePerSubject,
  name: streams.opens,
  subjects: [subjects.allOpens],
  max_age: nanos(opensMs),
  deny_delete: true,
};

/**
 * Without `deny_delete`: a slot is given back by deleting its message. A second message on a subject takes the place of the
 * first: whoever writes one says by its sequence which it is to follow.
 */
const slots = {
  ...onePerSubject,
  name: streams.slots,
  subjects: [subjects.allSlots],
  discard_new_per_subject: false,
  duplicate_window: nanos(sameSessionMs),
};

/**
 * The charges of a new stream go on behind those of one that was lost: the usage takes no charge twice, and knows them by
 * their sequence.
 */
const nextSequence = async (nats: Nats): Promise<number> => {
  const usage = await new UsageBook(await nats.kv(buckets.usage)).records();
  let last = 0;
  for (const record of usage.values()) last = Math.max(last, record?.lastSequence ?? 0);
  return last + 1;
};

/**
 * Makes what is missing of the ledger's streams, the consumer of its charges and the bucket of usage, and brings the rest up
 * to date; all streams are of this birth then, and on so many servers of a cluster. Needs the admin login.
 * @returns the streams that were missing
 */
export const makeLedger = async (nats: Nats, birth: string, replicas = 1): Promise<readonly string[]> => {
  const { manager, makeKv } = nats;
  // For good: balances rest on it, and a day of an account is a hundred bytes.
  await makeKv(buckets.usage, { history: 1, replicas });
  const { missing } = await Births.read(manager);
  const first = missing.includes(streams.charges) ? { first_seq: await nextSequence(nats) } : {};
  const common = { metadata: birthMetadata(birth), num_replicas: replicas };
  await ensureStream(manager, { ...charges, ...common, ...first });
  for (const stream of [opens, slots]) await ensureStream(manager, { ...stream, ...common });
  await ensureConsumer(manager, streams.charges, {
    durable_name: usageConsumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(30_000),
    // One at a time, so that they are rolled up in their order, whichever replica does it.
    max_ack_pending: 1,
  });
  return missing;
};

/**
 * Makes the ledger at the first start, and brings it up to date at every later one. Its birth is recorded last: a first
 * start that was cut short is a first start again, and completes what it finds. Needs the admin login.
 * @throws LedgerLost when the ledger that was recorded is not there, or one that was in use is there in part: it is never
 * made anew in silence
 */
export const provisionLedger = async (nats: Nats, record: BirthRecord, replicas = 1): Promise<void> => {
  const recorded = await record.read();
  const births = await Births.read(nats.manager);
  const fault = await births.lossOf(recorded);
  if (fault) throw fault;
  const [known = randomUUID()] = births.known;
  await makeLedger(nats, recorded ?? known, replicas);
  if (recorded === undefined) await record.write(known);
};
