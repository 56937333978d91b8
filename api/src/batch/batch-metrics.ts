import { type BatchWorkKind, batchWorkKinds } from '@tintype/contracts';
import { Counter, Gauge, ifInTime, type Registry } from '@tintype/runtime';
import type { Attempt, ItemEnd } from './facts/records.js';

export interface BatchMetrics {
  onEnd: (end: ItemEnd) => void;
  onAttempt: (outcome: Attempt['outcome'] | 'undelivered') => void;
  onFailure: (kind: BatchWorkKind) => void;
}

export interface RunningBatches {
  /** Batches that this replica feeds. */
  running: number;
  /** Items not yet ended in these batches. Items of paused batches do not count. */
  itemsWaiting: () => number;
  /** Seconds since the slowest of these batches last ended an item, or was accepted. */
  stalledSeconds: () => number;
  /** Batches of all replicas that wait for their accounts' storage. */
  paused: () => Promise<number>;
  /** Seconds since the oldest unfinished work of the kind was queued, in all replicas; 0 if there is none. */
  workAgeSeconds: (kind: BatchWorkKind) => Promise<number>;
}

/** A scrape waits at most this long for NATS. */
const natsMs = 1000;

/** Registers gauges of the batches in work. */
const measure = (registry: Registry, batches: RunningBatches): void => {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });
  gauge('tintype_batches_running', 'Batches that this replica feeds.', () => batches.running);
  gauge(
    'tintype_batch_items_waiting',
    'Items not yet ended in the batches that this replica feeds. Items of paused batches do not count.',
    batches.itemsWaiting,
  );
  gauge(
    'tintype_batch_still_seconds',
    'Seconds since the slowest running batch of this replica last ended an item, or was accepted.',
    batches.stalledSeconds,
  );
  new Gauge({
    name: 'tintype_batches_paused',
    help: 'Batches of all replicas that wait for the storage of their accounts to answer.',
    registers,
    async collect() {
      // If NATS does not answer in time, the scrape shows no number instead of an old one.
      this.reset();
      await ifInTime(
        batches.paused().then((count) => this.set(count)),
        natsMs,
      );
    },
  });
  new Gauge({
    name: 'tintype_batch_work_age_seconds',
    help: 'Age of the oldest batch, over all replicas, that is unfinished (`feed`) or not yet notified (`notify`).',
    labelNames: ['kind'],
    registers,
    async collect() {
      // If NATS does not answer in time, the scrape shows no age instead of an old one.
      this.reset();
      const set = async (kind: BatchWorkKind) => this.set({ kind }, await batches.workAgeSeconds(kind));
      await ifInTime(Promise.all(batchWorkKinds.map(set)), natsMs);
    },
  });
};

/** Counts ended items, notifications and failures. Call `follow` to also measure the batches in work. */
export const observeBatches = (registry: Registry): BatchMetrics & { follow: (batches: RunningBatches) => void } => {
  const registers = [registry];
  const items = new Counter({
    name: 'tintype_batch_items_total',
    help: 'Ended items of batches.',
    labelNames: ['outcome', 'code'],
    registers,
  });
  const notifications = new Counter({
    name: 'tintype_batch_notifications_total',
    help: 'Attempts to notify a client of a batch; `undelivered` counts batches that were given up.',
    labelNames: ['outcome'],
    registers,
  });
  const failures = new Counter({
    name: 'tintype_batch_work_failures_total',
    help: 'Failed attempts at work on a batch (`feed` or `notify`). They are retried.',
    labelNames: ['kind'],
    registers,
  });
  return {
    onFailure: (kind) => failures.inc({ kind }),
    onEnd: ({ status, error }) => items.inc({ outcome: status, code: error?.code ?? '' }),
    onAttempt: (outcome) => notifications.inc({ outcome }),
    follow: (batches) => measure(registry, batches),
  };
};
