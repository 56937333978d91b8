import { DiscardPolicy, ensureStream, type JetStreamManager, StorageType } from '@tintype/runtime';
import { everySubject, streamOf } from './object-subjects.js';

export interface ObjectBucketOptions {
  bucket: string;
  /** The bucket takes no more; deletions still work when it is full. 1 GiB by default. */
  maxBytes?: number;
  /** Servers that have a copy each. */
  replicas?: number;
}

const gibibyte = 1024 ** 3;

/**
 * Makes the bucket of a JetStreamStore, or brings the one that is there up to date. Needs a login that may make streams; the
 * programs themselves may not.
 */
export const provisionObjects = (
  manager: JetStreamManager,
  { bucket, maxBytes = gibibyte, replicas = 1 }: ObjectBucketOptions,
): Promise<void> =>
  ensureStream(manager, {
    name: streamOf(bucket),
    subjects: [everySubject(bucket)],
    storage: StorageType.File,
    num_replicas: replicas,
    // The last version of each object, and nothing older.
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    // Marks of deletions go by themselves.
    allow_msg_ttl: true,
    // Only the leader answers a read, so that it sees every write that was answered.
    allow_direct: false,
    // What goes without a mark would be missed by watches.
    deny_delete: true,
    deny_purge: true,
  });
