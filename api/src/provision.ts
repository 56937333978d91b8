import { batchWorkKinds, buckets, limits, renderClasses, streams, subjects } from '@tintype/contracts';
import { type BirthRecord, provisionLedger } from '@tintype/ledger';
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

/** Jobs of all accounts, waiting or running. Above this number, requests get 503 `overloaded`. */
const maxJobs = 2000;
/** A node that does not call `working()` for this long loses its job. An api loses its work on a batch. */
const ackWaitMs = 10_000;
/** A job is dropped a minute after the longest deadline. */
const jobAgeMs = (limits.edgeSeconds + limits.delayMax + 60) * 1000;
const defaultResultsBytes = 20 * 1024 ** 3;

const dayMs = 24 * 3600 * 1000;
/** The time of a chat command may be 5 min off in both directions. So its signature is valid for up to 10 min. */
const chatSeenMs = 10 * 60_000;
/** How long an ended session is listed. Its charge is kept for 40 days. */
const endedSessionsMs = 35 * dayMs;

/** How long each fact of a batch is kept. */
const batchesMs = 14 * dayMs;
/**
 * Batches may take a fifth of the limit for results. That fits, because results take at most three quarters of the
 * disk.
 */
const batchesShare = 0.2;
/** Profiles may take a tenth of the limit for results. Above that, new ones are refused. */
const profilesShare = 0.1;
/** A delayed notification counts as unacknowledged for up to a day: a limit would let one account stop all others. */
const unlimitedPending = -1;

/** The settings that the NATS client gives a bucket. The client's own call cannot allow a time to live per message. */
const keyValueStream = (bucket: string, num_replicas: number) => ({
  name: `KV_${bucket}`,
  subjects: [`$KV.${bucket}.>`],
  storage: StorageType.File,
  max_msgs_per_subject: 1,
  discard: DiscardPolicy.New,
  allow_direct: true,
  allow_rollup_hdrs: true,
  deny_delete: true,
  num_replicas,
});

export interface ProvisionOptions {
  /** NATS servers per stream and bucket. A bucket that `makeKv` has created keeps its first number. */
  replicas?: number;
  /** Limit for cached results, in bytes. Above it, the oldest are dropped. */
  resultsBytes?: number;
}

const provisionRenders = async ({ manager }: Nats, num_replicas: number): Promise<void> => {
  await ensureStream(manager, {
    name: streams.renders,
    subjects: [subjects.allJobs],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    // Refuses a second job on the subject of a waiting or running one: one key, one job.
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
    max_msgs: maxJobs,
    max_age: nanos(jobAgeMs),
    num_replicas,
  });
  for (const renderClass of renderClasses) {
    // No max_deliver: a message that exceeds it would stay, and block its subject.
    await ensureConsumer(manager, streams.renders, {
      durable_name: renderClass,
      filter_subject: subjects.jobsOf(renderClass),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: maxJobs,
    });
  }
};

/** Creates a stream for facts of batches, each written once, and a stream for work on batches. */
const provisionBatches = async ({ manager }: Nats, num_replicas: number, max_bytes: number): Promise<void> => {
  const onePerSubject = {
    ...{ storage: StorageType.File, max_msgs_per_subject: 1, discard: DiscardPolicy.New },
    ...{ discard_new_per_subject: true, num_replicas },
  };
  await ensureStream(manager, {
    ...{ ...onePerSubject, name: streams.batches, subjects: [subjects.allBatches] },
    ...{ retention: RetentionPolicy.Limits, allow_direct: true, max_age: nanos(batchesMs), max_bytes },
  });
  await ensureStream(manager, {
    ...{ ...onePerSubject, name: streams.batchWork, subjects: [subjects.allBatchWork] },
    retention: RetentionPolicy.Workqueue,
  });
  for (const kind of batchWorkKinds) {
    // No max_deliver: work is repeated until it is done.
    await ensureConsumer(manager, streams.batchWork, {
      ...{ durable_name: kind, filter_subject: subjects.batchWorkOf(kind) },
      ...{ ack_policy: AckPolicy.Explicit, ack_wait: nanos(ackWaitMs), max_ack_pending: unlimitedPending },
    });
  }
};

/**
 * Creates or updates streams and buckets. Needs the admin login: the programs have no such right.
 * @throws LedgerLost if the recorded ledger is not there
 */
export const provision = async (
  nats: Nats,
  ledger: BirthRecord,
  { replicas = 1, resultsBytes = defaultResultsBytes }: ProvisionOptions = {},
): Promise<void> => {
  const { manager, makeKv } = nats;
  // Comes first: the other streams and buckets would hide that the ledger is lost.
  await provisionLedger(nats, ledger, replicas);
  await provisionRenders(nats, replicas);
  await provisionBatches(nats, replicas, Math.floor(resultsBytes * batchesShare));
  // No history: it would keep sealed copies of removed secrets.
  await makeKv(buckets.accounts, { history: 1, replicas });
  // Like the client's buckets, plus a time to live for each record.
  await ensureStream(manager, {
    ...keyValueStream(buckets.index, replicas),
    max_age: nanos(limits.cacheSeconds * 1000),
    allow_msg_ttl: true,
  });
  // Like the client's buckets, but a full one drops its oldest messages instead of refusing new ones.
  await ensureStream(manager, {
    ...keyValueStream(buckets.results, replicas),
    discard: DiscardPolicy.Old,
    max_bytes: resultsBytes,
    // A day longer than the record, so that a record never names missing bytes.
    max_age: nanos(limits.cacheSeconds * 1000 + dayMs),
    allow_msg_ttl: true,
  });
  // Bytes of profiles are kept until they are deleted. The delete markers expire.
  await ensureStream(manager, {
    ...keyValueStream(buckets.profiles, replicas),
    max_bytes: Math.floor(resultsBytes * profilesShare),
    allow_msg_ttl: true,
  });
  await ensureStream(manager, { ...keyValueStream(buckets.sessions, replicas), max_age: nanos(endedSessionsMs) });
  await makeKv(buckets.chatWorkspaces, { history: 1, replicas });
  await ensureStream(manager, { ...keyValueStream(buckets.chatSeen, replicas), max_age: nanos(chatSeenMs) });
  for (const bucket of [buckets.sessionKeys, buckets.batchKeys])
    await ensureStream(manager, { ...keyValueStream(bucket, replicas), max_age: nanos(dayMs) });
};
