import type { NatsConnection } from './nats.js';

interface Chunks {
  subject: string;
  chunkBytes: number;
}

export interface ServedChunks extends Chunks {
  bytes: Uint8Array;
  /** One of the servers with this name answers a request. */
  queue?: string;
}

export interface PulledChunks extends Chunks {
  /** Bytes of all chunks. */
  length: number;
  timeoutMs: number;
}

/** Concurrent requests of one pull. */
const inFlight = 8;

/** Serves bytes that are too long for a message. A request's body is the decimal offset. Returns the function that stops it. */
export const serveChunks = (
  connection: Pick<NatsConnection, 'subscribe'>,
  { subject, bytes, chunkBytes, queue }: ServedChunks,
): (() => void) => {
  const subscription = connection.subscribe(subject, {
    ...(queue === undefined ? {} : { queue }),
    callback: (error, message) => {
      if (error) return;
      const offset = Number(message.string());
      if (Number.isSafeInteger(offset)) message.respond(bytes.subarray(offset, offset + chunkBytes));
    },
  });
  return () => subscription.unsubscribe();
};

/** Gets bytes that `serveChunks` serves. The caller checks them. Throws the connection's errors. */
export const pullChunks = async (
  connection: Pick<NatsConnection, 'request'>,
  { subject, chunkBytes, length, timeoutMs }: PulledChunks,
): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length);
  let next = 0;
  const pull = async () => {
    while (next < length) {
      const offset = next;
      next += chunkBytes;
      const chunk = await connection.request(subject, String(offset), { timeout: timeoutMs }).catch((error) => {
        // Stops the other chunks.
        next = length;
        throw error;
      });
      bytes.set(chunk.data, offset);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, pull));
  return bytes;
};
