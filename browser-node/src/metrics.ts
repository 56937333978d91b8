import type { ErrorCode, Timings } from '@tintype/contracts';
import { type ConnectionReport, Counter, durationBuckets, Gauge, Histogram, type Registry } from '@tintype/runtime';
import type { EndReason } from './browser/pool/pooled-browser.js';
import type { Surroundings } from './capture/run.js';

export type Outcome = 'stored' | 'unwanted' | 'late' | 'unreadable' | 'unopened' | ErrorCode;

export interface RenderMetrics {
  count: (outcome: Outcome) => void;
  /** `timings` in milliseconds. */
  observe: (timings: Timings) => void;
}

export const createRenderMetrics = (registry: Registry): RenderMetrics => {
  const jobs = new Counter({
    name: 'tintype_render_jobs_total',
    help: 'Render jobs by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // An alert counts the increase of `unopened`, which needs a first value.
  jobs.inc({ outcome: 'unopened' satisfies Outcome }, 0);
  const durations = new Histogram({
    name: 'tintype_render_phase_seconds',
    help: 'Duration of each step of a render.',
    labelNames: ['phase'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    count: (outcome) => jobs.inc({ outcome }),
    observe: (timings) => {
      for (const [step, milliseconds] of Object.entries(timings))
        durations.observe({ phase: step }, milliseconds / 1000);
    },
  };
};

export const createPictureMetrics = (registry: Registry): NonNullable<Surroundings['countPictures']> => {
  const pictures = new Counter({
    name: 'tintype_recording_pictures_total',
    help: 'Pictures of recordings in real time: taken, and missed because the machine was too busy.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const count = ({ taken, missed }: { taken: number; missed: number }) => {
    pictures.inc({ outcome: 'taken' }, taken);
    pictures.inc({ outcome: 'missed' }, missed);
  };
  // The ratio of the two needs first values.
  count({ taken: 0, missed: 0 });
  return count;
};

/** Jobs in work and the node's slots: autoscaling uses their ratio. */
export const observeSlots = (registry: Registry, slots: number, inWork: () => number): void => {
  new Gauge({ name: 'tintype_render_slots', help: 'The most renders at once.', registers: [registry] }).set(slots);
  new Gauge({
    name: 'tintype_render_jobs_in_work',
    help: 'Render jobs in work.',
    registers: [registry],
    collect() {
      this.set(inWork());
    },
  });
};

export const createEgressMetrics = (registry: Registry): ((report: ConnectionReport) => void) => {
  const connections = new Counter({
    name: 'tintype_egress_connections_total',
    help: 'Connections that browsers asked for, by kind of request and outcome.',
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

export const createBrowserMetrics = (registry: Registry): BrowserMetrics => {
  const ends = new Counter({
    name: 'tintype_browser_ends_total',
    help: 'Browsers that ended while the node ran, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const killed = new Counter({
    name: 'tintype_pages_killed_total',
    help: 'Pages that were killed because they used too much memory.',
    registers: [registry],
  });
  // An increase counts the first end only if the counter began at 0.
  for (const reason of endReasons) ends.inc({ reason }, 0);
  return { ended: (reason) => ends.inc({ reason }), pageKilled: () => killed.inc() };
};

export const observeFilterLists = (
  registry: Registry,
  lists: { readonly ages: readonly { path: string; seconds: number }[] },
): void => {
  new Gauge({
    name: 'tintype_filter_lists',
    help: 'Filter lists in use, for blockAds.',
    registers: [registry],
    collect() {
      this.set(lists.ages.length);
    },
  });
  new Gauge({
    name: 'tintype_filter_lists_age_seconds',
    help: 'Time since a filter list changed, by its file.',
    labelNames: ['list'],
    registers: [registry],
    collect() {
      // A removed list leaves no age.
      this.reset();
      for (const { path, seconds } of lists.ages) this.set({ list: path }, seconds);
    },
  });
};

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
