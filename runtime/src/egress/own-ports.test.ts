import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllowList } from './allow-list.js';
import { createEgressGuard } from './guard.js';
import { knownPorts } from './own-ports.js';
import { createResolver } from './resolver.js';

const cases: [string, number][] = [
  ['nats://127.0.0.1:4333', 4333],
  ['nats://127.0.0.1', 4222],
  ['tls://user:secret@[::1]', 4222],
];

for (const [url, port] of cases) {
  test(`${url}: a page does not reach NATS although loopback is allowed`, async () => {
    const ports = knownPorts({ ownPorts: [8080], privatePort: 9090, natsUrl: new URL(url) });
    const allow = parseAllowList('127.0.0.0/8, ::1/128');
    const guard = createEgressGuard({ allow, ownPorts: () => ports, resolver: createResolver() });
    for (const own of [8080, 9090, port]) {
      await assert.rejects(guard.check('127.0.0.1', own), { reason: 'blocked' });
      await assert.rejects(guard.check('localhost', own), { reason: 'blocked' });
    }
    assert.ok(await guard.check('127.0.0.1', 5000));
  });
}
