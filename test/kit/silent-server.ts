import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

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
