import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request arrives whole within a minute: 5 MiB at 0.7 Mbit/s. Node's own 300 s let a few clients hold many connections. */
export const bodyTimes = { requestTimeout: 60_000, headersTimeout: 60_000, connectionsCheckingInterval: 5000 };

/**
 * After its answer, the rest of a body may come for this long. Many clients read no answer before they have sent it
 * all, and lose it when the connection is closed earlier.
 */
export const restMs = 5000;

/**
 * Closes a connection once its client has had the time to read its answer. Until then, what the client sends is read and
 * dropped.
 */
export const closeAfterRest = (socket: Duplex): void => {
  // Node's parser listens here, and would run the refused request once its rest arrives.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined).resume();
  setTimeout(() => socket.destroy(), restMs).unref();
};

/** Closes the connection of a request whose body is still under way 5 s after the answer: nobody reads it. */
export const closeUnread = (server: Server): void => {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      setTimeout(() => request.complete || socket.destroy(), restMs).unref();
    });
  });
};
