import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from '@tintype/runtime';
import { createEgressMetrics, observeBrowser } from './metrics.js';

test('connections of browsers are counted by kind and outcome', async () => {
  const registry = new Registry();
  const count = createEgressMetrics(registry);
  count({ kind: 'tunnel', outcome: 'open' });
  count({ kind: 'tunnel', outcome: 'open' });
  count({ kind: 'unread', outcome: 'overload' });
  const shown = await registry.metrics();
  assert.match(shown, /^tintype_egress_connections_total\{kind="tunnel",outcome="open"\} 2$/m);
  assert.match(shown, /^tintype_egress_connections_total\{kind="unread",outcome="overload"\} 1$/m);
});

test('whether a browser is up is asked at each scrape', async () => {
  const registry = new Registry();
  const pool = { ready: false };
  observeBrowser(registry, pool);
  assert.match(await registry.metrics(), /^tintype_browser_up 0$/m);
  pool.ready = true;
  assert.match(await registry.metrics(), /^tintype_browser_up 1$/m);
});
