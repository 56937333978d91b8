import type { WebSocket } from 'ws';

const everyMs = 20_000;

/** Asks a client again and again whether it is there, and ends one that does not say so until it is asked the next time. */
export const keepAlive = (socket: WebSocket): void => {
  let isThere = true;
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    return socket.ping();
  }, everyMs).unref();
  socket.on('pong', () => {
    isThere = true;
  });
  socket.on('close', () => clearInterval(timer));
};
