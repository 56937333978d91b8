import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Unreachable } from '../connector.js';
import { UpstreamConnector } from './upstream-connector.js';
import { LoginRefused, ProxyConnectFailed, WrongProxyProtocol } from './upstream-faults.js';

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

/** Answers CONNECT with this line. */
const connectTo = async (line: string): Promise<Socket> => {
  const server = createServer((socket) => socket.end(`${line}\r\n\r\n`)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { guard, connectTimeoutMs: 5000, onConnection: () => undefined };
  try {
    const connector = new UpstreamConnector(options, new URL(`http://127.0.0.1:${port}`));
    return await connector.connect(destination, [], AbortSignal.timeout(10_000));
  } finally {
    server.close();
  }
};

describe('an http proxy', { timeout: 20_000 }, () => {
  it('opens a tunnel with any 2xx', async () => {
    (await connectTo('HTTP/1.0 204 Open')).destroy();
  });

  for (const [line, fault] of [
    ['SSH-2.0-OpenSSH', WrongProxyProtocol],
    ['HTTP/1.1 400 Bad request', WrongProxyProtocol],
    ['HTTP/1.1 404 Not found', WrongProxyProtocol],
    ['HTTP/1.1 405 Not allowed', WrongProxyProtocol],
    ['HTTP/1.0 501 Unsupported method', WrongProxyProtocol],
    ['HTTP/1.1 407 Log in', LoginRefused],
    ['HTTP/1.1 403 Forbidden', ProxyConnectFailed],
    ['HTTP/1.1 502 Bad gateway', ProxyConnectFailed],
  ] as const)
    it(`fails with ${fault.name} after “${line}”`, () =>
      assert.rejects(connectTo(line), (error: unknown) => {
        assert.ok(error instanceof Unreachable && error.cause instanceof fault, String(error));
        return true;
      }));
});
