import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from '@tintype/runtime';
import { MemoryStore } from '../memory/memory-store.js';
import { PlayedClock } from '../memory/played-clock.js';
import { Informer } from './informer.js';
import { createInformerMetrics } from './metrics.js';

const linesOf = async (registry: Registry) => {
  const text = await registry.metrics();
  return text.split('\n').filter((line) => line && !line.startsWith('#'));
};

it('shows informers by kind: all of their objects, and the one that heard nothing for longest', async () => {
  const registry = new Registry();
  const metrics = createInformerMetrics(registry);
  const pods = metrics.observe({ kind: 'Pod', contactAgeMs: 2500, cache: { size: 3 } });
  metrics.observe({ kind: 'Pod', contactAgeMs: 1000, cache: { size: 4 } });
  metrics.observe({ kind: 'Lease', contactAgeMs: Number.POSITIVE_INFINITY, cache: { size: 0 } });
  pods.listed();
  pods.watchEnded('silent');
  pods.watchEnded('silent');
  assert.deepEqual((await linesOf(registry)).sort(), [
    'tintype_informer_lists_total{kind="Pod"} 1',
    'tintype_informer_objects{kind="Lease"} 0',
    'tintype_informer_objects{kind="Pod"} 7',
    'tintype_informer_watch_age_seconds{kind="Lease"} +Inf',
    'tintype_informer_watch_age_seconds{kind="Pod"} 2.5',
    'tintype_informer_watch_ends_total{kind="Pod",reason="silent"} 2',
  ]);
});

it('shows an informer that has stopped no more, and keeps what it counted', async () => {
  const registry = new Registry();
  const clock = new PlayedClock();
  const log = { debug: () => {}, warn: () => {}, error: () => {} };
  const options = { store: new MemoryStore({ clock }), clock, log, metrics: createInformerMetrics(registry) };
  const [old, other] = [new Informer({ ...options, kind: 'Lease' }), new Informer({ ...options, kind: 'Pod' })];
  for (const each of [old, other]) each.start();
  await clock.advance(0);
  await old.stop();
  assert.deepEqual((await linesOf(registry)).sort(), [
    'tintype_informer_lists_total{kind="Lease"} 1',
    'tintype_informer_lists_total{kind="Pod"} 1',
    'tintype_informer_objects{kind="Pod"} 0',
    'tintype_informer_watch_age_seconds{kind="Pod"} 0',
  ]);
  await other.stop();
});
