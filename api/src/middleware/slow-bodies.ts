import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Time limits of a connection, in milliseconds. */
export const connectionTimes = {
  /** Enough for 16 MiB at 2.3 Mbit/s. Node's 300 s would let a few clients hold many connections. */
  requestTimeout: 60_000,
  headersTimeout: 60_000,
  connectionsCheckingInterval: 5000,
  /** Load balancers keep idle connections for 60 s. A shorter time would end one under their next request. */
  keepAliveTimeout: 75_000,
};

/**
 * How long the rest of a body may arrive after the answer. Many clients read the answer only after they have sent the
 * body, and lose it if the connection closes earlier.
 */
export const restMs = 5000;

/** How much of the rest is read: the largest body. */
export const restBytes = 16 * 1024 * 1024;
const checkMs = 100;

/** Reads and drops the rest of a body for 5 s, then closes. Closes earlier after 16 MiB. */
export const closeAfterRest = (socket: Duplex): void => {
  let left = restBytes;
  // Node's parser listens here, and would run the refused request when its rest arrives.
  socket.removeAllListeners('data');
  const drop = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  };
  socket.on('data', drop).resume();
  setTimeout(() => socket.destroy(), restMs).unref();
};

/** Closes a connection whose body still arrives 5 s after the answer, or has more than 16 MiB after it. */
export const closeUnread = (server: Server): void => {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const end = socket.bytesRead + restBytes;
      const check = setInterval(() => {
        if (request.complete || socket.destroyed) clearInterval(check);
        else if (socket.bytesRead > end) socket.destroy();
      }, checkMs).unref();
      setTimeout(() => request.complete || socket.destroy(), restMs).unref();
    });
  });
};
