import { once } from 'node:events';
import { createServer as createHttpsServer, type Server } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { makeCertificate } from './certificate.js';

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

/** Listens, then blocks its thread: accepts nothing, and the kernel soon drops connections. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ ...workerData, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

const fillers = 16;

/** A black hole: connecting neither succeeds nor fails. */
export const startSilentServer = async (host: string, port: number) => {
  const worker = new Worker(program, { eval: true, workerData: { host, port } });
  await once(worker, 'message');
  const sockets = Array.from({ length: fillers }, () => connect(port, host).on('error', () => undefined));
  // The queue holds two or three; then it is full.
  await Promise.race(sockets.map((socket) => once(socket, 'connect')));
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  };
};

/** Clients do not trust its certificate. */
export const startUntrusted = async (): Promise<{ server: Server; port: number }> => {
  const server = createHttpsServer(makeCertificate('127.0.0.1'), (_, response) => response.end('x'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
};
