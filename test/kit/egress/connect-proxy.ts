import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** An HTTP proxy on loopback for CONNECT tunnels, which records their targets. */
export const startConnectProxy = async () => {
  const tunnels: string[] = [];
  const server = createServer();
  server.on('connect', async (request, near) => {
    const target = request.url ?? '';
    tunnels.push(target);
    const [host, port] = target.split(':');
    const far = connect(Number(port), host);
    near.write('HTTP/1.1 200 Connection established\r\n\r\n');
    // The other side sees the end.
    await pipeline(near, far, near).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, tunnels, close: () => server.close() };
};
