import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Origin {
  readonly port: number;
  /** All connections ever: 0 for a forbidden server. */
  connections: number;
  /** Open now. */
  readonly open: ReadonlySet<Socket>;
  /** Method and target. */
  readonly requests: string[];
  close: () => Promise<void>;
}

const track = (server: Server, origin: { connections: number; open: Set<Socket> }) =>
  server.on('connection', (socket: Socket) => {
    origin.connections += 1;
    origin.open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => origin.open.delete(socket));
  });

export const startOrigin = async (host: string, port: number, listener: RequestListener): Promise<Origin> => {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    listener(incoming, response);
  });
  const origin = {
    port: 0,
    connections: 0,
    open,
    requests,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
  track(server, origin);
  server.listen(port, host);
  await once(server, 'listening');
  origin.port = (server.address() as AddressInfo).port;
  return origin;
};
