import type { ErrorCode, Timings } from '@tintype/contracts';
import { Counter, durationBuckets, Histogram, type Registry } from '@tintype/runtime';

export type Outcome = 'stored' | 'unwanted' | 'late' | 'unreadable' | ErrorCode;

export interface RenderMetrics {
  count: (outcome: Outcome) => void;
  /** Milliseconds of each phase of one render. */
  observe: (timings: Timings) => void;
}

export const createRenderMetrics = (registry: Registry): RenderMetrics => {
  const jobs = new Counter({
    name: 'tintype_render_jobs_total',
    help: 'Render jobs by how they ended.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const phases = new Histogram({
    name: 'tintype_render_phase_seconds',
    help: 'Duration of the phases of a render.',
    labelNames: ['phase'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    count: (outcome) => jobs.inc({ outcome }),
    observe: (timings) => {
      for (const [phase, milliseconds] of Object.entries(timings)) phases.observe({ phase }, milliseconds / 1000);
    },
  };
};
