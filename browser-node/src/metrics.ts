import type { ErrorCode, Timings } from '@tintype/contracts';
import { type ConnectionReport, Counter, durationBuckets, Gauge, Histogram, type Registry } from '@tintype/runtime';
import type { EndReason } from './browser/pool/generation.js';

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

/** How many jobs are in work, beside how many pages there are for them: what a node is scaled by. */
export const observeSlots = (registry: Registry, slots: number, inWork: () => number): void => {
  new Gauge({ name: 'tintype_render_slots', help: 'Renders at once at most.', registers: [registry] }).set(slots);
  new Gauge({
    name: 'tintype_render_jobs_in_work',
    help: 'Render jobs in work.',
    registers: [registry],
    collect() {
      this.set(inWork());
    },
  });
};

/** Counts what browsers asked the egress proxy for. */
export const createEgressMetrics = (registry: Registry): ((report: ConnectionReport) => void) => {
  const connections = new Counter({
    name: 'tintype_egress_connections_total',
    help: 'Connections that browsers asked for, by kind of request and by what became of them.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  return ({ kind, outcome }) => connections.inc({ kind, outcome });
};

export interface BrowserMetrics {
  ended: (reason: EndReason) => void;
  pageKilled: () => void;
}

const endReasons: readonly EndReason[] = ['pages', 'memory', 'hung', 'died'];

/** Counts browsers that ended while the node ran, and pages that were killed. */
export const createBrowserMetrics = (registry: Registry): BrowserMetrics => {
  const ends = new Counter({
    name: 'tintype_browser_ends_total',
    help: 'Browsers that ended while the node ran, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const killed = new Counter({
    name: 'tintype_pages_killed_total',
    help: 'Pages that were killed because they took too much memory.',
    registers: [registry],
  });
  // An increase counts the first one only if it was 0 before.
  for (const reason of endReasons) ends.inc({ reason }, 0);
  return { ended: (reason) => ends.inc({ reason }), pageKilled: () => killed.inc() };
};

/** Shows whether a browser is up, and what memory browsers take. */
export const observeBrowser = (
  registry: Registry,
  pool: { readonly ready: boolean; readonly memory: number },
): void => {
  new Gauge({
    name: 'tintype_browser_memory_bytes',
    help: 'Memory of all processes of the browsers, without files.',
    registers: [registry],
    collect() {
      this.set(pool.memory);
    },
  });
  new Gauge({
    name: 'tintype_browser_up',
    help: '1 while a browser is up and has answered.',
    registers: [registry],
    collect() {
      this.set(pool.ready ? 1 : 0);
    },
  });
};
