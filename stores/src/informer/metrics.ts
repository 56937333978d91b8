import { Counter, Gauge, type Registry } from '@tintype/runtime';
import type { ReflectorMetrics } from './reflector.js';

/** What the gauges read of an informer. */
export interface ObservedInformer {
  readonly kind: string;
  readonly contactAgeMs: number;
  readonly cache: { readonly size: number };
}

/** What one informer reports to its metrics. */
export interface InformerRecorder extends ReflectorMetrics {
  /** Called when the informer has stopped: it leaves the gauges, and its counts stay. */
  gone: () => void;
}

export interface InformerMetrics {
  /** Includes the informer in the gauges until `gone`. */
  observe: (informer: ObservedInformer) => InformerRecorder;
}

export const noInformerMetrics: InformerMetrics = {
  observe: () => ({ listed: () => {}, watchEnded: () => {}, gone: () => {} }),
};

const observeInformers = (registry: Registry, informers: Iterable<ObservedInformer>): void => {
  new Gauge({
    name: 'tintype_informer_objects',
    help: 'Objects in the cache.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, cache } of informers) this.inc({ kind }, cache.size);
    },
  });
  new Gauge({
    name: 'tintype_informer_watch_age_seconds',
    help: 'Seconds since the last list, event or bookmark of the store.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, seconds] of longestSilences(informers)) this.set({ kind }, seconds);
    },
  });
};

/** For each kind, the greatest contact age of its informers, in seconds. */
const longestSilences = (informers: Iterable<ObservedInformer>): Map<string, number> => {
  const ages = new Map<string, number>();
  for (const { kind, contactAgeMs } of informers) ages.set(kind, Math.max(contactAgeMs / 1000, ages.get(kind) ?? 0));
  return ages;
};

/** Registers metrics by kind, for all informers of a program. */
export const createInformerMetrics = (registry: Registry): InformerMetrics => {
  const informers = new Set<ObservedInformer>();
  observeInformers(registry, informers);
  const lists = new Counter({
    name: 'tintype_informer_lists_total',
    help: 'Lists: one at the start, and one whenever a watch could not resume.',
    labelNames: ['kind'],
    registers: [registry],
  });
  const watchEnds = new Counter({
    name: 'tintype_informer_watch_ends_total',
    help: 'Watches that ended, by reason.',
    labelNames: ['kind', 'reason'],
    registers: [registry],
  });
  return {
    observe: (informer) => {
      const { kind } = informer;
      informers.add(informer);
      return {
        listed: () => lists.inc({ kind }),
        watchEnded: (reason) => watchEnds.inc({ kind, reason }),
        gone: () => informers.delete(informer),
      };
    },
  };
};
