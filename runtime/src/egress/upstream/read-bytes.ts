import { once } from 'node:events';
import type { Socket } from 'node:net';
import { NotThatProxy } from './upstream-faults.js';

const more = async (socket: Socket, signal: AbortSignal): Promise<void> => {
  const done = new AbortController();
  const either = { signal: AbortSignal.any([signal, done.signal]) };
  try {
    await Promise.race([once(socket, 'readable', either), once(socket, 'close', either)]);
  } finally {
    done.abort();
  }
};

/** Rejects if the other side closes first, or by the signal. */
export const readBytes = async (socket: Socket, length: number, signal: AbortSignal): Promise<Buffer> => {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null;
    if (bytes?.length === length) return bytes;
    if (bytes || socket.readableEnded || socket.destroyed) throw new NotThatProxy('The proxy closed the connection.');
    await more(socket, signal);
  }
};
