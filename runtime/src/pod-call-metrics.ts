import { durationBuckets, Histogram, type Registry } from './metrics.js';
import type { OnPodCall } from './pod-calls.js';

/** How long calls of session pods take, and what comes of them. */
export const observePodCalls = (registry: Registry): OnPodCall => {
  const durations = new Histogram({
    name: 'tintype_pod_call_seconds',
    help: 'Time of calls of session pods, by call and status.',
    labelNames: ['call', 'code'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return (call, code, seconds) => durations.observe({ call, code }, seconds);
};
