import type { IncomingMessage } from 'node:http';
import { TintypeError } from '@tintype/contracts';

export interface BodyContext {
  req: IncomingMessage;
}

/** Undefined if the body has more than `maxBytes`. */
const collect = async (req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> => {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Reads and drops the rest of a body. Many clients miss the answer if the connection closes while they still send. */
const dropRest = (req: IncomingMessage): void => {
  req.resume();
};

/**
 * Reads the raw bytes of a body. Throws `request_too_large` above `maxBytes`, and `invalid_request` for a compressed
 * or incomplete body.
 */
export const readBytes = async ({ req }: BodyContext, maxBytes: number): Promise<Buffer> => {
  const { 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') {
    dropRest(req);
    throw new TintypeError(
      'invalid_request',
      'The body has a `Content-Encoding`: send it uncompressed, without this header.',
    );
  }
  const bytes = await collect(req, maxBytes).catch((cause) => {
    throw new TintypeError('invalid_request', 'The body ended before its last byte: send it again.', { cause });
  });
  if (bytes) return bytes;
  dropRest(req);
  throw new TintypeError(
    'request_too_large',
    `The body is too large. Send at most ${maxBytes.toLocaleString('en')} bytes.`,
  );
};
