import { once } from 'node:events';
import type { Socket } from 'node:net';
import { WrongProxyProtocol } from './upstream-faults.js';

/** Waits until bytes have arrived or the connection is closed. Throws AbortError if the signal aborts. */
const untilReadable = async (socket: Socket, signal: AbortSignal): Promise<void> => {
  const done = new AbortController();
  const options = { signal: AbortSignal.any([signal, done.signal]) };
  try {
    await Promise.race([once(socket, 'readable', options), once(socket, 'close', options)]);
  } finally {
    done.abort();
  }
};

/** Reads exactly `length` bytes. Throws WrongProxyProtocol if the connection closes first, and AbortError. */
export const readBytes = async (socket: Socket, length: number, signal: AbortSignal): Promise<Buffer> => {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes?.length === length) return bytes;
    // `read` returns fewer bytes only if the connection has ended.
    if (bytes || socket.readableEnded || socket.destroyed)
      throw new WrongProxyProtocol('The proxy closed the connection.');
    await untilReadable(socket, signal);
  }
};
