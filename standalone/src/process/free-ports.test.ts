import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { freePorts } from './free-ports.js';

describe('free ports', () => {
  it('are all different, and below those of outgoing connections', async () => {
    const ports = await freePorts(300);
    assert.equal(new Set(ports).size, 300);
    assert.ok(ports.every((port) => port >= 20_000 && port <= 32_767));
  });

  it('accept a listener', async () => {
    const [port] = await freePorts(1);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  });
});
