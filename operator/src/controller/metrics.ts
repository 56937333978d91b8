import { Counter, durationBuckets, Gauge, Histogram, type Registry } from '@tintype/runtime';
import { type Lane, noQueueMetrics, type QueueMetrics } from './queue/work-queue.js';

/** How a reconcile ended: `timeout` failed after its deadline. */
export type ReconcileOutcome = 'success' | 'requeue_after' | 'error' | 'timeout';

export interface ReconcileMetrics {
  reconciled: (outcome: ReconcileOutcome, milliseconds: number) => void;
}

/** What is read from a controller when metrics are asked for. */
export interface ObservedController {
  readonly name: string;
  readonly workers: number;
  readonly queue: { depth: (lane: Lane) => number; processingMs: () => number[] };
}

export interface ControllersMetrics {
  /** Shows this controller from now on, in the place of an earlier one of its name; the answer counts for it. */
  observe: (controller: ObservedController) => { queue: QueueMetrics; reconcile: ReconcileMetrics };
}

export const noControllersMetrics: ControllersMetrics = {
  observe: () => ({ queue: noQueueMetrics, reconcile: { reconciled: () => {} } }),
};

const outcomes: ReconcileOutcome[] = ['success', 'requeue_after', 'error', 'timeout'];

/** Most keys wait and take less than a request does. */
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
    help: 'How long all keys in work have been there, together. Grows as fast as time for each that is stuck.',
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
    help: 'How long the key has been in work that is there for longest.',
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
    help: 'So many keys are worked on at once at most.',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, workers } of controllers.values()) this.set({ controller: name }, workers);
    },
  });
  new Gauge({
    name: 'tintype_reconcile_active_workers',
    help: 'Keys that are worked on.',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, queue } of controllers.values()) {
        this.set({ controller: name }, queue.processingMs().length);
      }
    },
  });
};

/** Counts for one controller's queue. */
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
    help: 'Keys that were added with a delay, as failed ones are.',
    labelNames,
    registers,
  });
  const waits = new Histogram({
    name: 'tintype_workqueue_queue_duration_seconds',
    help: 'How long keys that were due waited for a worker.',
    labelNames,
    buckets,
    registers,
  });
  const works = new Histogram({
    name: 'tintype_workqueue_work_duration_seconds',
    help: 'How long keys were in work.',
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
    help: 'Reconciles by how they ended.',
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
    // So that a rate can be taken over the first error too.
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
