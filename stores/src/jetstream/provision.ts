import { DiscardPolicy, ensureStream, type JetStreamManager, StorageType } from '@tintype/runtime';
import { everySubject, streamOf } from './object-subjects.js';

export interface ObjectBucketOptions {
  bucket: string;
  /** A full bucket refuses writes and still accepts deletions. Default: 1 GiB. */
  maxBytes?: number;
  replicas?: number;
}

const gibibyte = 1024 ** 3;

/**
 * Creates or updates the bucket of a JetStreamStore. Needs a login that may create streams. The programs' own logins
 * may not create any.
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
    // Keeps only the last version of each object.
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    // Lets delete markers expire.
    allow_msg_ttl: true,
    // The leader answers every read, so a read sees every acknowledged write.
    allow_direct: false,
    // Watches learn of deletions from markers alone. A message deleted in another way would leave none.
    deny_delete: true,
    deny_purge: true,
  });
