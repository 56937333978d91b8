import type { AgentCall } from '@tintype/contracts';
import { durationBuckets, Histogram, type Registry } from '@tintype/runtime';

/** Hears of every call of a session pod. `code` is the status, `none` without an answer. */
export type OnPodCall = (call: AgentCall, code: string, seconds: number) => void;

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
