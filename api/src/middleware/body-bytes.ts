import type { IncomingMessage } from 'node:http';
import { TintypeError } from '@tintype/contracts';

export interface BodyContext {
  req: IncomingMessage;
}

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

/**
 * The raw bytes, for a signature. Throws `request_too_large` above `maxBytes`, and `invalid_request` for a compressed
 * or incomplete body.
 */
export const readBytes = async ({ req }: BodyContext, maxBytes: number): Promise<Buffer> => {
  const { 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') {
    req.resume();
    throw new TintypeError(
      'invalid_request',
      'The body has a `Content-Encoding`: send it uncompressed, without this header.',
    );
  }
  const bytes = await collect(req, maxBytes).catch((cause) => {
    throw new TintypeError('invalid_request', 'The body ended before its last byte: send it again.', { cause });
  });
  if (bytes) return bytes;
  // Reads and drops the rest: many clients miss the answer if their connection closes earlier.
  req.resume();
  throw new TintypeError(
    'request_too_large',
    `The body is too large. Send at most ${maxBytes.toLocaleString('en')} bytes.`,
  );
};
