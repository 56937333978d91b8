import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Unreachable } from '../connector.js';
import { UpstreamConnector } from './upstream-connector.js';

const destination = { kind: 'tunnel', hostname: 'site.example', port: 443 } as const;
const guard = {
  check: async () => [{ address: '127.0.0.1', family: 4 as const }],
  recordReached: () => undefined,
  recordUnreachable: () => undefined,
};

/** Accepts connections, and never starts TLS. */
describe('an https proxy that never answers', { timeout: 20_000 }, () => {
  let server: Server;
  let accepted: Promise<Socket>;
  let connector: UpstreamConnector;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    accepted = once(server, 'connection').then(([socket]) => socket.on('error', () => undefined).resume());
    const { port } = server.address() as AddressInfo;
    const options = { guard, connectTimeoutMs: 200, onConnection: () => undefined };
    connector = new UpstreamConnector(options, new URL(`https://127.0.0.1:${port}`));
  });
  afterEach(async () => {
    (await accepted).destroy();
    server.close();
  });

  it('loses its connection', async () => {
    const signal = AbortSignal.timeout(10_000);
    const closed = accepted.then((socket) => once(socket, 'close', { signal }));
    await assert.rejects(connector.connect(destination, [], signal), Unreachable);
    await closed;
  });

  it('may reset the connection later without harm', async () => {
    await assert.rejects(connector.connect(destination, [], AbortSignal.timeout(10_000)), Unreachable);
    const socket = await accepted;
    if (!socket.destroyed) socket.resetAndDestroy();
    // The reset surfaces before a later connection is answered.
    await assert.rejects(connector.connect(destination, [], AbortSignal.timeout(10_000)), Unreachable);
  });
});
