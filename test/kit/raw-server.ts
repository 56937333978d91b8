import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Answers each request with the bytes of `reply`, valid HTTP or not. */
export const startRawServer = async (host: string, reply: (target: string, socket: Socket) => void) => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      const [, target] = /^[A-Z]+ (\S+) /.exec(chunk.toString('latin1')) ?? [];
      if (target) reply(target, socket);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const close = async () => {
    server.close();
    for (const socket of open) socket.destroy();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, open, close };
};
