import { randomUUID } from 'node:crypto';
import { buckets, streams, subjects, usageConsumer } from '@tintype/contracts';
import { DiscardPolicy, ensureStream, type Nats, nanos, RetentionPolicy, StorageType } from '@tintype/runtime';
import type { BirthRecord } from './birth/birth-record.js';
import { Births, birthMetadata } from './birth/births.js';
import { ensureChargeConsumer, makeChargeIndex, removeChargeIndex } from './make-charge-index.js';
import { UsageRecords } from './usage-records.js';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/**
 * How long charges are kept. Ended sessions are listed for 35 days, with the facts of their charges. Five more days
 * keep the charges of the oldest listed day.
 */
const chargesMs = 40 * dayMs;
/** How long opens are kept. An open that outlived its charge would look uncharged. */
const opensMs = 39 * dayMs;
/**
 * Within this time NATS drops a second message that takes a slot for the same session. A session takes slots only
 * within minutes of its creation.
 */
const slotDuplicateMs = hourMs;

/** One message per subject: one charge per result, one open per session. */
const onePerSubject = {
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_msgs_per_subject: 1,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  // Bulk reads may ask any replica. Reads that must be current ask the leader.
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
 * Deleting a message frees a slot, so no `deny_delete`. A second message on a subject replaces the first one. Its
 * writer names the sequence of the first one.
 */
const slots = {
  ...onePerSubject,
  name: streams.slots,
  subjects: [subjects.allSlots],
  discard_new_per_subject: false,
  duplicate_window: nanos(slotDuplicateMs),
};

/**
 * The first sequence of a new stream of charges. The usage counts only charges after the last sequence that it has. So
 * the new stream continues the sequences of the lost stream.
 */
const nextSequence = async (nats: Nats): Promise<number> => {
  const usage = await new UsageRecords(await nats.kv(buckets.usage)).records();
  let lastSequence = 0;
  for (const record of usage.values()) lastSequence = Math.max(lastSequence, record?.lastSequence ?? 0);
  return lastSequence + 1;
};

/**
 * Creates or updates the ledger's streams, the consumers and index of charges, and the usage bucket. The streams get
 * this birth. Streams, index and bucket get this number of replicas. Needs the admin login. An interrupted call can be
 * repeated. @returns the names of the streams that were missing
 */
export const makeLedger = async (nats: Nats, birth: string, replicas = 1): Promise<readonly string[]> => {
  const { manager, makeKv } = nats;
  // The usage is kept forever: balances need it, and an account's day takes 100 bytes.
  await makeKv(buckets.usage, { history: 1, replicas });
  const { missing } = await Births.read(manager);
  const areChargesNew = missing.includes(streams.charges);
  const firstSequenceOption = areChargesNew ? { first_seq: await nextSequence(nats) } : {};
  // Remove the index before the stream exists. After an interruption, the next call then removes it again.
  if (areChargesNew) await removeChargeIndex(nats);
  const commonOptions = { metadata: birthMetadata(birth), num_replicas: replicas };
  await ensureStream(manager, { ...charges, ...commonOptions, ...firstSequenceOption });
  for (const stream of [opens, slots]) await ensureStream(manager, { ...stream, ...commonOptions });
  await ensureChargeConsumer(nats, usageConsumer);
  await makeChargeIndex(nats, { replicas, ttl: chargesMs });
  return missing;
};

/**
 * Creates the ledger at the first start and updates it later. Records its birth last, so the next start completes an
 * interrupted first start. Needs the admin login.
 * @throws LedgerLost if the recorded ledger, or part of a used one, is missing: it is never recreated silently
 */
export const provisionLedger = async (nats: Nats, record: BirthRecord, replicas = 1): Promise<void> => {
  const recorded = await record.read();
  const births = await Births.read(nats.manager);
  const fault = await births.lossOf(recorded);
  if (fault) throw fault;
  const [birth = randomUUID()] = births.distinct;
  await makeLedger(nats, recorded ?? birth, replicas);
  if (recorded === undefined) await record.write(birth);
};
