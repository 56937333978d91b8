import { buckets } from '@tintype/contracts';
import { ConfigError, Counter, Gauge, type Logger, type Nats, type Registry } from '@tintype/runtime';
import { type OnS3Request, openS3Bucket, type S3Bucket, S3Failure, type S3Settings } from '../s3/s3-bucket.js';
import { installationSettings, storageFaultOf } from '../s3/storage-fault.js';
import type { BlobStore } from './blob-store.js';
import { Hourly } from './hourly.js';
import { KvBlobs } from './kv-blobs.js';
import { S3Availability } from './s3-availability.js';
import { folder, S3Blobs } from './s3-blobs.js';

export interface OpenBlobStoreOptions {
  /** Without it, NATS stores the bytes. */
  s3: S3Settings | undefined;
  nats: Nats;
  registry: Registry;
  log: Logger;
}

export interface OpenedBlobStore {
  store: BlobStore;
  /** According to the last request. */
  isUp: () => boolean;
  /** Entries for `/readyz`. */
  parts: () => Record<string, boolean>;
  close: () => void;
}

/**
 * Throws a ConfigError if the store's answer shows wrong settings. Accepts a store that does not answer: it may start
 * later. Requests a listing, because an answer to HEAD does not name the fault.
 */
export const checkBucket = async (store: Pick<S3Bucket, 'list'>, { bucket }: S3Settings): Promise<void> => {
  try {
    await store.list(folder, 1);
  } catch (failure) {
    if (!(failure instanceof S3Failure)) throw failure;
    if (failure.status === undefined || failure.status >= 500) return;
    const { sentence } = storageFaultOf(failure, { bucket, right: 's3:ListBucket', settings: installationSettings });
    throw new ConfigError(`The S3 store cannot be used (${failure.message}). ${sentence}`, { cause: failure });
  }
};

const observeS3 = (registry: Registry, isUp: () => boolean): OnS3Request => {
  const registers = [registry];
  new Gauge({
    name: 'tintype_s3_up',
    help: 'Whether the S3 store works: 1 after a successful request, 0 after a failed one.',
    registers,
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
  const requests = new Counter({
    name: 'tintype_s3_requests_total',
    help: 'Requests to the S3 store, without repeated attempts.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const bytes = new Counter({
    name: 'tintype_s3_bytes_total',
    help: 'Bytes of results written to the S3 store and read from it.',
    labelNames: ['operation'],
    registers,
  });
  return (operation, failure, count) => {
    requests.inc({ operation, outcome: failure ? 'failed' : 'ok' });
    if (count > 0) bytes.inc({ operation }, count);
  };
};

const openS3 = async (
  settings: S3Settings,
  { registry, log }: Pick<OpenBlobStoreOptions, 'registry' | 'log'>,
): Promise<OpenedBlobStore> => {
  const availability = new S3Availability({ probe: () => bucket.list(folder, 1), log });
  const count = observeS3(registry, () => availability.up);
  const bucket: S3Bucket = await openS3Bucket({
    settings,
    transport: 'direct',
    log,
    onRequest: (operation, failure, bytes) => {
      count(operation, failure, bytes);
      // A failed deletion does not keep results from being served.
      if (operation !== 'delete') availability.note(failure);
    },
  });
  await checkBucket(bucket, settings);
  const store = new S3Blobs({ bucket });
  const name = { present: 'remove expired results', past: 'removed expired results' };
  const removal = new Hourly({ work: (signal) => store.removeExpired(signal), name, log });
  return {
    store,
    isUp: () => availability.up,
    parts: () => ({ s3: availability.up }),
    close: () => {
      removal.stop();
      availability.close();
      bucket.close();
    },
  };
};

/** Throws a ConfigError if the S3 store shows that its settings are wrong. */
export const openBlobStore = async ({ s3, nats, ...rest }: OpenBlobStoreOptions): Promise<OpenedBlobStore> => {
  if (s3) return openS3(s3, rest);
  const store = new KvBlobs({ kv: await nats.kv(buckets.results) });
  return { store, isUp: () => true, parts: () => ({}), close: () => undefined };
};
