import { Counter, durationBuckets, Histogram, type Registry } from '@tintype/runtime';
import type { Verb } from './call.js';
import type { Resource } from './paths.js';

/** Called for each request, retries included. `code` is the HTTP status, or `none` without a response. */
export type OnRequest = (verb: Verb, kind: Resource, code: string, seconds: number) => void;

/** Registers the metrics of requests. The time of a watch is the time until its response begins. */
export const observeRequests = (registry: Registry): OnRequest => {
  const requests = new Counter({
    name: 'tintype_kubernetes_requests_total',
    help: 'Requests to the API server by verb, kind and status.',
    labelNames: ['verb', 'kind', 'code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'tintype_kubernetes_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['verb', 'kind'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return (verb, kind, code, seconds) => {
    requests.inc({ verb, kind, code });
    durations.observe({ verb, kind }, seconds);
  };
};
