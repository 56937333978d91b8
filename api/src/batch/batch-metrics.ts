import type { BatchWorkKind } from '@tintype/contracts';
import { Counter, Gauge, type Registry } from '@tintype/runtime';
import type { Attempt, ItemEnd } from './records.js';

export interface BatchMetrics {
  onEnd: (end: ItemEnd) => void;
  onAttempt: (outcome: Attempt['outcome'] | 'undelivered') => void;
  onFailure: (kind: BatchWorkKind) => void;
}

export interface RunningBatches {
  /** Batches that this replica feeds. */
  running: number;
  /** Seconds since the slowest of them last ended an item, or was accepted. */
  stillSeconds: () => number;
}

/** Counts how items end, and measures the batches in work. */
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
    help: 'Work on a batch that failed and comes again: `feed` or `notify`.',
    labelNames: ['kind'],
    registers,
  });
  return {
    onFailure: (kind) => failures.inc({ kind }),
    onEnd: ({ status, error }) => items.inc({ outcome: status, code: error?.code ?? '' }),
    onAttempt: (outcome) => notifications.inc({ outcome }),
    follow: (batches) => {
      new Gauge({
        name: 'tintype_batches_running',
        help: 'Batches that this replica feeds.',
        registers,
        collect() {
          this.set(batches.running);
        },
      });
      new Gauge({
        name: 'tintype_batch_still_seconds',
        help: 'Seconds since the slowest running batch of this replica last ended an item, or was accepted.',
        registers,
        collect() {
          this.set(batches.stillSeconds());
        },
      });
    },
  };
};
