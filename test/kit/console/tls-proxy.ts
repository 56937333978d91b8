import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { makeCertificate } from '../egress/certificate.js';

/** Ends TLS before a server on this machine, as a load balancer does. Clients have to accept its certificate. */
export interface TlsProxy extends AsyncDisposable {
  url: string;
}

const forwarded = ({ headers }: IncomingMessage) => ({ ...headers, 'x-forwarded-proto': 'https' });

const headOf = (incoming: IncomingMessage) => {
  const lines = Object.entries(forwarded(incoming)).map(([name, value]) => `${name}: ${value}`);
  return [`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

export const startTlsProxy = async (target: string): Promise<TlsProxy> => {
  const { hostname, port } = new URL(target);
  const server = createServer(makeCertificate('127.0.0.1'), (incoming, outgoing) => {
    const { method, url: path } = incoming;
    const inner = request({ hostname, port, method, path, headers: forwarded(incoming) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    inner.on('error', () => outgoing.destroy());
    incoming.pipe(inner);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const inner = connect(Number(port), hostname, () => {
      inner.write(headOf(incoming));
      inner.write(head);
      inner.pipe(socket).pipe(inner);
    });
    for (const [one, other] of [
      [inner, socket],
      [socket, inner],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
