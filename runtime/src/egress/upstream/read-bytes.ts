import { once } from 'node:events';
import type { Socket } from 'node:net';
import { NotThatProxy } from './upstream-faults.js';

/** Waits until bytes have arrived or the connection is closed. */
const untilReadable = async (socket: Socket, signal: AbortSignal): Promise<void> => {
  const done = new AbortController();
  const options = { signal: AbortSignal.any([signal, done.signal]) };
  try {
    await Promise.race([once(socket, 'readable', options), once(socket, 'close', options)]);
  } finally {
    done.abort();
  }
};

/** Reads exactly `length` bytes. Rejects if the connection closes first, or when the signal aborts. */
export const readBytes = async (socket: Socket, length: number, signal: AbortSignal): Promise<Buffer> => {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes?.length === length) return bytes;
    if (bytes || socket.readableEnded || socket.destroyed) throw new NotThatProxy('The proxy closed the connection.');
    await untilReadable(socket, signal);
  }
};
