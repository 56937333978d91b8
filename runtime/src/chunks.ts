import type { NatsConnection } from './nats.js';

interface Chunks {
  subject: string;
  /** Bytes of each chunk; the last one may be shorter. */
  chunkBytes: number;
}

export interface ServedChunks extends Chunks {
  bytes: Uint8Array;
  /** The name of a queue group: of all servers in it, one answers each request. */
  queue?: string;
}

export interface PulledChunks extends Chunks {
  /** Bytes of all chunks. */
  length: number;
  timeoutMs: number;
}

const requestsAtOnce = 8;

/**
 * Serves bytes that are too long for one message. A request's body is the decimal offset. Returns a function that ends
 * the service.
 */
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

/** Gets the bytes that `serveChunks` serves. The caller has to check these bytes. Throws the connection's errors. */
export const pullChunks = async (
  connection: Pick<NatsConnection, 'request'>,
  { subject, chunkBytes, length, timeoutMs }: PulledChunks,
): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length);
  let nextOffset = 0;
  const pullUntilEnd = async () => {
    while (nextOffset < length) {
      const offset = nextOffset;
      nextOffset += chunkBytes;
      const chunk = await connection.request(subject, String(offset), { timeout: timeoutMs }).catch((error) => {
        // Ends the other loops: they request no further chunk.
        nextOffset = length;
        throw error;
      });
      bytes.set(chunk.data, offset);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, pullUntilEnd));
  return bytes;
};
