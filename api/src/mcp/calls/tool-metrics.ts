import { Counter, durationBuckets, Histogram, type Registry } from '@tintype/runtime';

export interface ToolEnd {
  tool: string;
  /** The error's code; `left` if the client cancelled or left; otherwise `ok`. */
  outcome: string;
  seconds: number;
}

export type OnToolEnd = (end: ToolEnd) => void;

export const observeTools = (registry: Registry, tools: readonly string[]): OnToolEnd => {
  const registers = [registry];
  const calls = new Counter({
    name: 'tintype_tool_calls_total',
    help: 'Calls of the tool server, by tool and outcome.',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'tintype_tool_call_seconds',
    help: 'Duration of tool calls, failed ones included.',
    labelNames: ['tool'],
    buckets: durationBuckets,
    registers,
  });
  // Prometheus' `increase` counts the first call only if the series began at 0.
  for (const tool of tools) for (const outcome of ['ok', 'left', 'internal']) calls.inc({ tool, outcome }, 0);
  return ({ tool, outcome, seconds }) => {
    calls.inc({ tool, outcome });
    durations.observe({ tool }, seconds);
  };
};
