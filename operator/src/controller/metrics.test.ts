import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from '@tintype/runtime';
import { createControllersMetrics } from './metrics.js';
import type { Lane } from './queue/work-queue.js';

const controller = (name: string, processingMs: number[]) => ({
  name,
  workers: 4,
  queue: { depth: (lane: Lane) => (lane === 'low' ? 7 : 2), processingMs: () => processingMs },
});

/** The metrics of a controller after one reconcile; an earlier term has shown it before. */
const shown = async () => {
  const registry = new Registry();
  const metrics = createControllersMetrics(registry);
  metrics.observe(controller('session', [99_000]));
  const { queue, reconcile } = metrics.observe(controller('session', [1500, 500]));
  queue.added();
  queue.retried();
  queue.started(20);
  queue.finished(30);
  reconcile.reconciled('requeue_after', 30);
  return registry.metrics();
};

it('shows each controller by the habits of controller-runtime', async () => {
  const text = await shown();
  const lines = text.split('\n').filter((line) => !line.startsWith('#') && !line.includes('_bucket'));
  for (const line of [
    'tintype_workqueue_depth{controller="session",lane="normal"} 2',
    'tintype_workqueue_depth{controller="session",lane="low"} 7',
    'tintype_workqueue_adds_total{controller="session"} 1',
    'tintype_workqueue_retries_total{controller="session"} 1',
    'tintype_workqueue_queue_duration_seconds_sum{controller="session"} 0.02',
    'tintype_workqueue_work_duration_seconds_sum{controller="session"} 0.03',
    'tintype_workqueue_unfinished_work_seconds{controller="session"} 2',
    'tintype_workqueue_longest_running_processor_seconds{controller="session"} 1.5',
    'tintype_reconcile_workers{controller="session"} 4',
    'tintype_reconcile_active_workers{controller="session"} 2',
    'tintype_reconcile_total{controller="session",result="requeue_after"} 1',
    'tintype_reconcile_total{controller="session",result="error"} 0',
    'tintype_reconcile_time_seconds_count{controller="session"} 1',
  ]) {
    assert.ok(lines.includes(line), `${line} is not in\n${lines.join('\n')}`);
  }
});
