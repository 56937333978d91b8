import { durationBuckets, Histogram, type Registry } from '@tintype/runtime';
import type { ApiCall } from './agent-calls.js';

/** A connection of a DevTools client takes as long as it takes; what is timed is its beginning. */
export type TimedCall = ApiCall | 'cdp';

export type OnAgentCall = (call: TimedCall, outcome: 'answered' | 'failed', seconds: number) => void;

/** How long calls on session pods take, and how many get no answer. */
export const observeAgentCalls = (registry: Registry): OnAgentCall => {
  const durations = new Histogram({
    name: 'tintype_session_agent_call_seconds',
    help: 'Time of calls on session pods.',
    labelNames: ['call', 'outcome'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return (call, outcome, seconds) => durations.observe({ call, outcome }, seconds);
};
