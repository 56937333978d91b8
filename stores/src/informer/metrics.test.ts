import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from '@tintype/runtime';
import { createInformerMetrics } from './metrics.js';

it('shows informers by kind: all of their objects, and the one that heard nothing for longest', async () => {
  const registry = new Registry();
  const metrics = createInformerMetrics(registry);
  const pods = metrics.observe({ kind: 'Pod', contactAgeMs: 2500, cache: { size: 3 } });
  metrics.observe({ kind: 'Pod', contactAgeMs: 1000, cache: { size: 4 } });
  metrics.observe({ kind: 'Lease', contactAgeMs: Number.POSITIVE_INFINITY, cache: { size: 0 } });
  pods.listed();
  pods.watchEnded('silent');
  pods.watchEnded('silent');
  const text = await registry.metrics();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  assert.deepEqual(lines.sort(), [
    'tintype_informer_lists_total{kind="Pod"} 1',
    'tintype_informer_objects{kind="Lease"} 0',
    'tintype_informer_objects{kind="Pod"} 7',
    'tintype_informer_watch_age_seconds{kind="Lease"} +Inf',
    'tintype_informer_watch_age_seconds{kind="Pod"} 2.5',
    'tintype_informer_watch_ends_total{kind="Pod",reason="silent"} 2',
  ]);
});
