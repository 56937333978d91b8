import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * A request has a minute to arrive: 5 MiB at 0.7 Mbit/s. With Node's 300 s, a few clients could hold many connections.
 */
export const bodyTimes = { requestTimeout: 60_000, headersTimeout: 60_000, connectionsCheckingInterval: 5000 };

/**
 * How long the rest of a body may arrive after the answer. Many clients read the answer only after they sent all, and
 * lose it if the connection closes earlier.
 */
export const restMs = 5000;

/** Closes a connection 5 s after its answer. Until then, reads and drops what the client sends. */
export const closeAfterRest = (socket: Duplex): void => {
  // Node's parser listens here, and would run the refused request when its rest arrives.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined).resume();
  setTimeout(() => socket.destroy(), restMs).unref();
};

/** Closes a connection whose request body is still arriving 5 s after the answer. */
export const closeUnread = (server: Server): void => {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      setTimeout(() => request.complete || socket.destroy(), restMs).unref();
    });
  });
};
