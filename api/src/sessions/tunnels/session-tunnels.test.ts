import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { liveProtocol, TintypeError } from '@tintype/contracts';
import type { BrowserSession } from '@tintype/crds';
import { sampleAccount } from '../../accounts/account-sample.js';
import { SessionTunnels, type SessionTunnelsOptions } from './session-tunnels.js';

const session = {
  metadata: { namespace: 'sessions', name: 'session' },
  spec: { account: 'acct', cdp: true },
  status: { phase: 'Active', pod: { name: 'pod' } },
} as unknown as BrowserSession;

const handshake = {
  method: 'GET',
  url: '/cdp?token=token',
  headers: { upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': `${'A'.repeat(22)}==` },
} as unknown as IncomingMessage;

describe('a refused DevTools client', () => {
  it('learns what is left of its account’s rate', async () => {
    const nothing = () => undefined;
    const tunnels = new SessionTunnels({
      connectUrls: { sessionOf: () => 'session' },
      lookup: { cached: () => session },
      accounts: { byId: () => sampleAccount() },
      rate: {
        count: () => {
          throw new TintypeError('rate_limited');
        },
        state: () => ({ name: 'requests', quota: 2, windowSeconds: 1, remaining: 0, resetSeconds: 1 }),
      },
      metrics: { cdp: { count: nothing } },
      log: { info: nothing, warn: nothing },
    } as unknown as SessionTunnelsOptions);
    const [socket, client] = duplexPair();
    await tunnels.handle({ request: handshake, socket, head: Buffer.alloc(0) });
    const answer = await text(client);
    client.destroy();
    assert.match(answer, /^HTTP\/1\.1 429 Too Many Requests\r\n/);
    assert.match(answer, /\r\nRetry-After: 1\r\n/);
    assert.match(answer, /\r\nRateLimit-Policy: "requests";q=2;w=1\r\nRateLimit: "requests";r=0;t=1\r\n/);
  });
});

describe('a refused viewer', { timeout: 10_000 }, () => {
  it('gets a close frame, and leaves no connection', async () => {
    const nothing = () => undefined;
    const tunnels = new SessionTunnels({
      liveLinks: { read: () => undefined },
      metrics: { live: { count: nothing } },
      log: { info: nothing, warn: nothing },
    } as unknown as SessionTunnelsOptions);
    const server = createServer();
    server.on('upgrade', (request, socket, head) => void tunnels.handle({ request, socket, head }));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    // Answers the close frame, as browsers do: these bytes must be read.
    const viewer = new WebSocket(`ws://127.0.0.1:${port}/live/socket`, [liveProtocol]);
    const [close] = await once(viewer, 'close');
    assert.equal(close.code, 4401);
    await once(server.close(), 'close');
  });
});
