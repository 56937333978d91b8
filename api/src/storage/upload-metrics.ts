import { Counter, durationBuckets, Histogram, type Registry } from '@tintype/runtime';
import type { StorageFaultKind } from './storage-fault.js';

export interface UploadEnd {
  /** `no_time`: the request ended first, which is no fault of the store. */
  outcome: 'stored' | 'without_acl' | 'no_time' | StorageFaultKind;
  bytes: number;
  seconds: number;
}

export type OnUpload = (end: UploadEnd) => void;

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
  return ({ outcome, bytes, seconds }) => {
    uploads.inc({ outcome });
    duration.observe(seconds);
    if (outcome === 'stored' || outcome === 'without_acl') uploaded.inc(bytes);
  };
};
