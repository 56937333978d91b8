import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { SharedConnections } from './connections.js';

it('ends watches on connections that were retired before, too', { timeout: 600_000 }, async (t) => {
  const server = createServer((_request, response) => response.writeHead(200).flushHeaders()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connections = new SharedConnections({ calls: 1, watches: 1 });
  const { watches } = connections.connectionsTo({ server: url, identity: 'old' });
  const { body } = await watches.request({ origin: url.origin, method: 'GET', path: '/' });
  connections.connectionsTo({ server: url, identity: 'new' });
  const ended = assert.rejects(body.text());
  await connections.close();
  await ended;
});
