import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Destination, EgressRefused, type EgressRoute } from '@tintype/runtime';
import { endToEndHeaders, readAbsoluteTarget, readAuthority } from './http-message.js';

interface TunnelOptions {
  connector: EgressRoute;
  idleMs: number;
}

/** Time for the remaining bytes after one side has ended. Browsers close at once. */
const lingerMs = 10_000;

const answer = (client: Socket, status: string) =>
  client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => client.destroy());

/** Copies bytes both ways with backpressure. When one side ends or fails, the other does. */
const relayBytes = (client: Socket, upstream: Socket, idleMs: number): void => {
  upstream.setTimeout(idleMs, () => upstream.destroy());
  upstream.once('error', () => client.destroy());
  upstream.once('close', () => {
    // The last bytes of `upstream` may still be on the way to the client.
    if (client.writableEnded) client.setTimeout(lingerMs, () => client.destroy());
    else client.destroy();
  });
  client.once('end', () => upstream.setTimeout(lingerMs));
  client.once('close', () => upstream.destroy());
  if (client.destroyed) upstream.destroy();
  client.pipe(upstream);
  upstream.pipe(client);
};

/** Connects to the destination; stops if the client leaves. */
const open = async (client: Socket, connector: EgressRoute, destination: Destination) => {
  const clientLeft = new AbortController();
  const leave = () => clientLeft.abort(new Error('The client left.'));
  // A socket without a reader never reports that its peer left. Early bytes stay in it for the tunnel.
  const read = () => {
    if (client.readableLength === 0) leave();
  };
  client.once('readable', read);
  client.once('close', leave);
  try {
    const addresses = await connector.check(destination, clientLeft.signal);
    return await connector.connect(destination, addresses, clientLeft.signal);
  } finally {
    client.removeListener('readable', read);
    client.removeListener('close', leave);
  }
};

const endOnError = (client: Socket) => {
  // The HTTP server removes its error handler from a socket that it hands over.
  client.on('error', () => client.destroy());
};

/** Browsers send CONNECT for https and for WebSockets. */
export const createConnectHandler =
  ({ connector, idleMs }: TunnelOptions) =>
  async (request: IncomingMessage, _socket: Duplex, head: Buffer): Promise<void> => {
    const client = request.socket;
    endOnError(client);
    const authority = readAuthority(request.url ?? '');
    if (!authority) {
      answer(client, '400 Bad Request');
      return;
    }
    try {
      const upstream = await open(client, connector, { kind: 'tunnel', ...authority });
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      relayBytes(client, upstream, idleMs);
    } catch (error) {
      const isBlocked = error instanceof EgressRefused && error.reason === 'blocked';
      answer(client, isBlocked ? '403 Forbidden' : '502 Bad Gateway');
    }
  };

const upgradeHead = (request: IncomingMessage, authority: string, path: string) => {
  const fields = endToEndHeaders(request.rawHeaders, ['host']);
  const lines = Array.from(
    { length: fields.length / 2 },
    (_, index) => `${fields[2 * index]}: ${fields[2 * index + 1]}`,
  );
  const upgrade = [`Host: ${authority}`, 'Connection: Upgrade', `Upgrade: ${request.headers.upgrade}`];
  return [`${request.method} ${path} HTTP/1.1`, ...upgrade, ...lines, '', ''].join('\r\n');
};

/** Sends the head of an Upgrade request in absolute form to its destination, then tunnels. */
export const createUpgradeHandler =
  ({ connector, idleMs }: TunnelOptions) =>
  async (request: IncomingMessage, _socket: Duplex, head: Buffer): Promise<void> => {
    const client = request.socket;
    endOnError(client);
    const target = readAbsoluteTarget(request.url ?? '');
    if (!target) {
      answer(client, '400 Bad Request');
      return;
    }
    const { hostname, port, authority, path } = target;
    try {
      const upstream = await open(client, connector, { kind: 'tunnel', hostname, port });
      upstream.write(upgradeHead(request, authority, path), 'latin1');
      upstream.write(head);
      relayBytes(client, upstream, idleMs);
    } catch {
      client.destroy();
    }
  };
