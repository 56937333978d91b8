import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from '@tintype/runtime';
import {
  createBrowserMetrics,
  createEgressMetrics,
  createPictureMetrics,
  observeBrowser,
  observeFilterLists,
  observeSlots,
} from './metrics.js';

test('counts connections of browsers by kind and outcome', async () => {
  const registry = new Registry();
  const count = createEgressMetrics(registry);
  count({ kind: 'tunnel', outcome: 'open' });
  count({ kind: 'tunnel', outcome: 'open' });
  count({ kind: 'unread', outcome: 'overload' });
  const shown = await registry.metrics();
  assert.match(shown, /^tintype_egress_connections_total\{kind="tunnel",outcome="open"\} 2$/m);
  assert.match(shown, /^tintype_egress_connections_total\{kind="unread",outcome="overload"\} 1$/m);
});

test('counts ended browsers by reason, and killed pages', async () => {
  const registry = new Registry();
  const metrics = createBrowserMetrics(registry);
  metrics.ended('hung');
  metrics.pageKilled();
  const shown = await registry.metrics();
  assert.match(shown, /^tintype_browser_ends_total\{reason="hung"\} 1$/m);
  assert.match(shown, /^tintype_pages_killed_total 1$/m);
});

test('counts pictures of recordings, taken and missed, from 0 on', async () => {
  const registry = new Registry();
  const count = createPictureMetrics(registry);
  assert.match(await registry.metrics(), /^tintype_recording_pictures_total\{outcome="missed"\} 0$/m);
  count({ taken: 15, missed: 5 });
  const shown = await registry.metrics();
  assert.match(shown, /^tintype_recording_pictures_total\{outcome="taken"\} 15$/m);
  assert.match(shown, /^tintype_recording_pictures_total\{outcome="missed"\} 5$/m);
});

test('shows the age of each filter list in use', async () => {
  const registry = new Registry();
  const lists = {
    ages: [
      { path: '/fresh.txt', seconds: 5 },
      { path: '/old.txt', seconds: 31_536_000 },
    ],
  };
  observeFilterLists(registry, lists);
  const shown = await registry.metrics();
  assert.match(shown, /^tintype_filter_lists 2$/m);
  assert.match(shown, /^tintype_filter_lists_age_seconds\{list="\/fresh.txt"\} 5$/m);
  assert.match(shown, /^tintype_filter_lists_age_seconds\{list="\/old.txt"\} 31536000$/m);
  lists.ages.length = 0;
  assert.doesNotMatch(await registry.metrics(), /list="/);
});

test('reports 0 ends before the first one, so that an increase counts it', async () => {
  const registry = new Registry();
  createBrowserMetrics(registry);
  const shown = await registry.metrics();
  for (const reason of ['pages', 'memory', 'hung', 'died'])
    assert.match(shown, new RegExp(`^tintype_browser_ends_total\\{reason="${reason}"\\} 0$`, 'm'));
});

test('checks at each scrape whether a browser is up', async () => {
  const registry = new Registry();
  const pool = { ready: false, memory: 5 };
  observeBrowser(registry, pool);
  assert.match(await registry.metrics(), /^tintype_browser_up 0$/m);
  assert.match(await registry.metrics(), /^tintype_browser_memory_bytes 5$/m);
  pool.ready = true;
  assert.match(await registry.metrics(), /^tintype_browser_up 1$/m);
});

test('reports slots and jobs in work at each scrape', async () => {
  const registry = new Registry();
  let inWork = 0;
  observeSlots(registry, 4, () => inWork);
  assert.match(await registry.metrics(), /^tintype_render_slots 4$/m);
  assert.match(await registry.metrics(), /^tintype_render_jobs_in_work 0$/m);
  inWork = 3;
  assert.match(await registry.metrics(), /^tintype_render_jobs_in_work 3$/m);
});
