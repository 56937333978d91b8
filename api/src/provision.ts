import { buckets, limits, renderClasses, streams, subjects } from '@tintype/contracts';
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

/** Jobs that wait or are in work, over all accounts; past it, 503 `overloaded`. */
const mostJobs = 2000;
/** A node that does not say `working()` for so long has lost the job. */
const ackWaitMs = 10_000;
/** The longest deadline, and a minute. */
const jobAgeMs = (limits.edgeSeconds + limits.delayMax + 60) * 1000;
const usualResultsBytes = 20 * 1024 ** 3;

const day = 24 * 3600 * 1000;
/** So long can a session that has ended be listed; its charge is kept a little longer. */
const endedSessionsMs = 35 * day;

/** What the client asks for when it makes a bucket; its own call takes no limits a message. */
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
  /** Servers of a NATS cluster that each stream and bucket is on; one that is there already keeps its own for buckets. */
  replicas?: number;
  /** Bytes of cached results; past it the oldest go. */
  resultsBytes?: number;
}

const provisionRenders = async ({ manager }: Nats, num_replicas: number): Promise<void> => {
  await ensureStream(manager, {
    name: streams.renders,
    subjects: [subjects.allJobs],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    // A second job on the subject of one that waits or is in work is refused: one key, one job.
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
    max_msgs: mostJobs,
    max_age: nanos(jobAgeMs),
    num_replicas,
  });
  for (const renderClass of renderClasses) {
    // No max_deliver: a message past it would stay, and block its subject.
    await ensureConsumer(manager, streams.renders, {
      durable_name: renderClass,
      filter_subject: subjects.jobsOf(renderClass),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: mostJobs,
    });
  }
};

/**
 * Makes the streams and buckets of the service, or brings them up to date. Needs the admin login: the programs
 * themselves may not.
 * @throws LedgerLost when the ledger that was recorded is not there
 */
export const provision = async (
  nats: Nats,
  ledger: BirthRecord,
  { replicas = 1, resultsBytes = usualResultsBytes }: ProvisionOptions = {},
): Promise<void> => {
  const { manager, makeKv } = nats;
  // First of all: where it is lost, the rest is not made to look as if nothing was.
  await provisionLedger(nats, ledger, replicas);
  await provisionRenders(nats, replicas);
  // No history: it would keep the sealed copies of secrets that were removed.
  await makeKv(buckets.accounts, { history: 1, replicas });
  // As a key-value bucket is made, and each record goes when its own time is over.
  await ensureStream(manager, {
    ...keyValueStream(buckets.index, replicas),
    max_age: nanos(limits.cacheSeconds * 1000),
    allow_msg_ttl: true,
  });
  // As a key-value bucket is made, but full it drops its oldest messages, where the client's own refuses new ones.
  await ensureStream(manager, {
    ...keyValueStream(buckets.results, replicas),
    discard: DiscardPolicy.Old,
    max_bytes: resultsBytes,
    // A day longer than its record, so that a record never names bytes that are gone. Bytes of a shorter life say so.
    max_age: nanos(limits.cacheSeconds * 1000 + day),
    allow_msg_ttl: true,
  });
  await ensureStream(manager, { ...keyValueStream(buckets.sessions, replicas), max_age: nanos(endedSessionsMs) });
  await ensureStream(manager, { ...keyValueStream(buckets.sessionKeys, replicas), max_age: nanos(day) });
};
