import { Counter, durationBuckets, Gauge, Histogram, type Registry } from '@tintype/runtime';
import { type Lane, noQueueMetrics, type QueueMetrics } from './queue/work-queue.js';

/** `timeout`: failed after its deadline. */
export type ReconcileOutcome = 'success' | 'requeue_after' | 'error' | 'timeout';

export interface ReconcileMetrics {
  reconciled: (outcome: ReconcileOutcome, milliseconds: number) => void;
}

export interface ObservedController {
  readonly name: string;
  readonly workers: number;
  readonly queue: { depth: (lane: Lane) => number; processingMs: () => number[] };
}

export interface ControllersMetrics {
  /** Exports the metrics of this controller, in place of an earlier one of the same name. Returns its counters. */
  observe: (controller: ObservedController) => { queue: QueueMetrics; reconcile: ReconcileMetrics };
}

export const noControllersMetrics: ControllersMetrics = {
  observe: () => ({ queue: noQueueMetrics, reconcile: { reconciled: () => {} } }),
};

const outcomes: ReconcileOutcome[] = ['success', 'requeue_after', 'error', 'timeout'];

/** Seconds. Most keys wait and run for less time than an HTTP request. */
const buckets = [0.001, 0.0025, ...durationBuckets];

const labelNames = ['controller'];

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

type Controllers = ReadonlyMap<string, ObservedController>;

const observeQueues = (registry: Registry, controllers: Controllers): void => {
  new Gauge({
    name: 'tintype_workqueue_depth',
    help: 'Keys that wait for a worker, by lane.',
    labelNames: ['controller', 'lane'],
    registers: [registry],
    collect() {
      for (const { name, queue } of controllers.values()) {
        for (const lane of ['normal', 'low'] as const) this.set({ controller: name, lane }, queue.depth(lane));
      }
    },
  });
  new Gauge({
    name: 'tintype_workqueue_unfinished_work_seconds',
    help: 'Running time of all reconciles in progress. Each stuck one adds a second per second.',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, queue } of controllers.values()) {
        this.set({ controller: name }, sum(queue.processingMs()) / 1000);
      }
    },
  });
  new Gauge({
    name: 'tintype_workqueue_longest_running_processor_seconds',
    help: 'Running time of the longest reconcile in progress.',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, queue } of controllers.values()) {
        this.set({ controller: name }, Math.max(0, ...queue.processingMs()) / 1000);
      }
    },
  });
};

const observeWorkers = (registry: Registry, controllers: Controllers): void => {
  new Gauge({
    name: 'tintype_reconcile_workers',
    help: 'Largest number of concurrent reconciles.',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, workers } of controllers.values()) this.set({ controller: name }, workers);
    },
  });
  new Gauge({
    name: 'tintype_reconcile_active_workers',
    help: 'Concurrent reconciles.',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, queue } of controllers.values()) {
        this.set({ controller: name }, queue.processingMs().length);
      }
    },
  });
};

const createQueueMetrics = (registry: Registry): ((controller: string) => QueueMetrics) => {
  const registers = [registry];
  const adds = new Counter({
    name: 'tintype_workqueue_adds_total',
    help: 'Keys that became due.',
    labelNames,
    registers,
  });
  const retries = new Counter({
    name: 'tintype_workqueue_retries_total',
    help: 'Keys that were added with a delay, for example after a failure.',
    labelNames,
    registers,
  });
  const waits = new Histogram({
    name: 'tintype_workqueue_queue_duration_seconds',
    help: 'Time that due keys waited for a worker.',
    labelNames,
    buckets,
    registers,
  });
  const works = new Histogram({
    name: 'tintype_workqueue_work_duration_seconds',
    help: 'Time that workers spent on a key.',
    labelNames,
    buckets,
    registers,
  });
  return (controller) => ({
    added: () => adds.inc({ controller }),
    retried: () => retries.inc({ controller }),
    started: (waitedMs) => waits.observe({ controller }, waitedMs / 1000),
    finished: (workedMs) => works.observe({ controller }, workedMs / 1000),
  });
};

const createReconcileMetrics = (registry: Registry): ((controller: string) => ReconcileMetrics) => {
  const total = new Counter({
    name: 'tintype_reconcile_total',
    help: 'Reconciles by result.',
    labelNames: ['controller', 'result'],
    registers: [registry],
  });
  const time = new Histogram({
    name: 'tintype_reconcile_time_seconds',
    help: 'Duration of reconciles.',
    labelNames,
    buckets,
    registers: [registry],
  });
  return (controller) => {
    // Start at zero: otherwise a rate would miss the first error.
    for (const result of outcomes) total.inc({ controller, result }, 0);
    return {
      reconciled: (result, milliseconds) => {
        total.inc({ controller, result });
        time.observe({ controller }, milliseconds / 1000);
      },
    };
  };
};

/** Metrics of all controllers of a program. */
export const createControllersMetrics = (registry: Registry): ControllersMetrics => {
  const controllers = new Map<string, ObservedController>();
  observeQueues(registry, controllers);
  observeWorkers(registry, controllers);
  const queueOf = createQueueMetrics(registry);
  const reconcileOf = createReconcileMetrics(registry);
  return {
    observe: (controller) => {
      controllers.set(controller.name, controller);
      return { queue: queueOf(controller.name), reconcile: reconcileOf(controller.name) };
    },
  };
};
