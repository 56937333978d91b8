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
 * Ended sessions are listed for 35 days, with the facts of their charges. Five spare days keep the charges of the
 * oldest listed day.
 */
const chargesMs = 40 * dayMs;
/** An open must not outlive its charge, or it would look uncharged. */
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
  // For bulk reads; exact reads ask the leader.
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
 * Deleting a message frees a slot, so no `deny_delete`. A second message replaces the first; its writer names the
 * first one's sequence.
 */
const slots = {
  ...onePerSubject,
  name: streams.slots,
  subjects: [subjects.allSlots],
  discard_new_per_subject: false,
  duplicate_window: nanos(slotDuplicateMs),
};

/** The usage knows charges by sequence and counts each once, so a new stream continues the lost stream's numbers. */
const nextSequence = async (nats: Nats): Promise<number> => {
  const usage = await new UsageRecords(await nats.kv(buckets.usage)).records();
  let last = 0;
  for (const record of usage.values()) last = Math.max(last, record?.lastSequence ?? 0);
  return last + 1;
};

/**
 * Creates or updates the ledger's streams, the consumers and index of charges, and the usage bucket. They get this
 * birth and number of replicas. Needs the admin login. An interrupted call can be repeated. @returns the streams that
 * were missing
 */
export const makeLedger = async (nats: Nats, birth: string, replicas = 1): Promise<readonly string[]> => {
  const { manager, makeKv } = nats;
  // Kept forever: balances need it, and an account's day takes 100 bytes.
  await makeKv(buckets.usage, { history: 1, replicas });
  const { missing } = await Births.read(manager);
  const areChargesNew = missing.includes(streams.charges);
  const firstSequence = areChargesNew ? { first_seq: await nextSequence(nats) } : {};
  // Before the stream exists, so that the next call after an interruption removes the index again.
  if (areChargesNew) await removeChargeIndex(nats);
  const common = { metadata: birthMetadata(birth), num_replicas: replicas };
  await ensureStream(manager, { ...charges, ...common, ...firstSequence });
  for (const stream of [opens, slots]) await ensureStream(manager, { ...stream, ...common });
  await ensureChargeConsumer(nats, usageConsumer);
  await makeChargeIndex(nats, { replicas, ttl: chargesMs });
  return missing;
};

/**
 * Creates the ledger at the first start and updates it later. Records its birth last, so an interrupted first start is
 * repeated and completed. Needs the admin login.
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
