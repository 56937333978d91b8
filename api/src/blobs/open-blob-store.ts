import { buckets } from '@tintype/contracts';
import type { Logger, Nats, Registry } from '@tintype/runtime';
import type { BlobStore } from './blob-store.js';
import { checkBucket } from './check-bucket.js';
import { Hourly } from './hourly.js';
import { KvBlobs } from './kv-blobs.js';
import { S3Availability } from './s3-availability.js';
import { folder, S3Blobs } from './s3-blobs.js';
import { openS3Bucket, type S3Bucket, type S3Settings } from './s3-bucket.js';
import { observeS3 } from './s3-metrics.js';

export interface OpenBlobStoreOptions {
  /** Without it, bytes lie in NATS. */
  s3: S3Settings | undefined;
  nats: Nats;
  registry: Registry;
  log: Logger;
}

export interface OpenedBlobStore {
  store: BlobStore;
  /** Whether it serves, as far as that is known without asking it. */
  isUp: () => boolean;
  /** What `/readyz` shows of it. */
  parts: () => Record<string, boolean>;
  close: () => void;
}

const openS3 = async (
  settings: S3Settings,
  { registry, log }: Pick<OpenBlobStoreOptions, 'registry' | 'log'>,
): Promise<OpenedBlobStore> => {
  const availability = new S3Availability({ probe: () => bucket.list(folder, 1), log });
  const count = observeS3(registry, () => availability.up);
  const bucket: S3Bucket = await openS3Bucket({
    settings,
    transport: 'operator',
    log,
    onRequest: (operation, failure, bytes) => {
      count(operation, failure, bytes);
      // What cannot be deleted keeps no result from being served.
      if (operation !== 'delete') availability.note(failure);
    },
  });
  await checkBucket(bucket, settings);
  const store = new S3Blobs({ bucket });
  const sweep = new Hourly({ work: (signal) => store.removeExpired(signal), name: 'removed expired results', log });
  return {
    store,
    isUp: () => availability.up,
    parts: () => ({ s3: availability.up }),
    close: () => {
      sweep.stop();
      availability.close();
      bucket.close();
    },
  };
};

/** The store of the configuration. Throws a ConfigError when the S3 store says that its settings are wrong. */
export const openBlobStore = async ({ s3, nats, ...rest }: OpenBlobStoreOptions): Promise<OpenedBlobStore> => {
  if (s3) return openS3(s3, rest);
  const store = new KvBlobs({ kv: await nats.kv(buckets.results) });
  return { store, isUp: () => true, parts: () => ({}), close: () => undefined };
};
