import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Time limits of a connection, in milliseconds. */
export const connectionTimes = {
  /** A whole request has this time, enough for 16 MiB at 2.3 Mbit/s. Node's 300 s would let slow clients hold connections. */
  requestTimeout: 60_000,
  headersTimeout: 60_000,
  connectionsCheckingInterval: 5000,
  /** Load balancers keep idle connections for 60 s. A shorter time would close one while the balancer sends its next request. */
  keepAliveTimeout: 75_000,
};

/**
 * How long the rest of a body may arrive after the answer. Many clients read the answer only after they have sent the
 * body. They lose the answer if the connection closes earlier.
 */
export const bodyRestMs = 5000;

/** At most this much of the rest is read. No route takes a larger body. */
export const bodyRestBytes = 16 * 1024 * 1024;
/** The time between two checks of `closeUnread`. */
const checkIntervalMs = 100;

/** Reads and drops the rest of a body for 5 s, then closes the connection. Closes it earlier after 16 MiB. */
export const closeAfterRest = (socket: Duplex): void => {
  let bytesLeft = bodyRestBytes;
  // Node's parser listens here, and would run the refused request when its rest arrives.
  socket.removeAllListeners('data');
  const drop = (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) socket.destroy();
  };
  socket.on('data', drop).resume();
  setTimeout(() => socket.destroy(), bodyRestMs).unref();
};

/** Closes a connection if its body still arrives 5 s after the answer. Closes it earlier if the rest exceeds 16 MiB. */
export const closeUnread = (server: Server): void => {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const maxBytesRead = socket.bytesRead + bodyRestBytes;
      const check = setInterval(() => {
        if (request.complete || socket.destroyed) clearInterval(check);
        else if (socket.bytesRead > maxBytesRead) socket.destroy();
      }, checkIntervalMs).unref();
      setTimeout(() => request.complete || socket.destroy(), bodyRestMs).unref();
    });
  });
};
