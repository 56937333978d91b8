import { Counter, durationBuckets, Gauge, Histogram, type Registry } from '@tintype/runtime';
import { LRUCache } from 'lru-cache';
import type { StorageFaultKind } from '../s3/storage-fault.js';

export interface UploadEnd {
  /** Id of the account. */
  account: string;
  /** `no_time`: the request ended first, which is no fault of the store. */
  outcome: 'stored' | 'without_acl' | 'no_time' | StorageFaultKind;
  bytes: number;
  seconds: number;
}

export type OnUpload = (end: UploadEnd) => void;

const maxAccounts = 10_000;
/** Only this replica's uploads count: another replica may have stored a result between two failures. */
const failuresInARow = 3;
/** Failures further apart than this are not in a row. This time must stay below the alert's 30 min. */
const rememberMs = 20 * 60_000;

/** No label names an account, but the log does. Returns the listener for ended uploads. */
const observeFailingAccounts = (registry: Registry): OnUpload => {
  const failing = new LRUCache<string, { outcome: StorageFaultKind; failures: number }>({
    max: maxAccounts,
    ttl: rememberMs,
  });
  new Gauge({
    name: 'tintype_upload_accounts_failing',
    help: `Accounts whose last ${failuresInARow} uploads of this replica failed, the last one within 20 minutes.`,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { outcome, failures } of failing.values()) if (failures >= failuresInARow) this.inc({ outcome });
    },
  });
  return ({ account, outcome }) => {
    if (outcome === 'stored' || outcome === 'without_acl') failing.delete(account);
    else if (outcome !== 'no_time')
      failing.set(account, { outcome, failures: (failing.get(account)?.failures ?? 0) + 1 });
  };
};

export const observeUploads = (registry: Registry): OnUpload => {
  const registers = [registry];
  const uploads = new Counter({
    name: 'tintype_uploads_total',
    help: "Uploads of results to accounts' own storage.",
    labelNames: ['outcome'],
    registers,
  });
  const uploaded = new Counter({
    name: 'tintype_upload_bytes_total',
    help: "Bytes of results stored in accounts' own storage.",
    registers,
  });
  const duration = new Histogram({
    name: 'tintype_upload_seconds',
    help: "Duration of uploads to accounts' own storage, failed ones included.",
    buckets: durationBuckets,
    registers,
  });
  const noteAccount = observeFailingAccounts(registry);
  return (end) => {
    const { outcome, bytes, seconds } = end;
    noteAccount(end);
    uploads.inc({ outcome });
    duration.observe(seconds);
    if (outcome === 'stored' || outcome === 'without_acl') uploaded.inc(bytes);
  };
};
