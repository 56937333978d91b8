import { Counter, Gauge, type Registry } from '@tintype/runtime';
import type { OnS3Request } from './s3-bucket.js';

/** The S3 store in the metrics: whether it serves, and what was asked of it. Answers what has to hear of each request. */
export const observeS3 = (registry: Registry, isUp: () => boolean): OnS3Request => {
  const registers = [registry];
  new Gauge({
    name: 'tintype_s3_up',
    help: 'Whether the S3 store serves, as the last request says.',
    registers,
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
  const requests = new Counter({
    name: 'tintype_s3_requests_total',
    help: 'Requests to the S3 store, repeated attempts not counted.',
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
