import type { IncomingMessage } from 'node:http';
import { TintypeError } from '@tintype/contracts';

/** What this needs of a Koa context. */
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
 * The raw bytes of a body, as a signature covers them. Throws `request_too_large` above `maxBytes`, and
 * `invalid_request` for one that is compressed or ends early.
 */
export const readBytes = async ({ req }: BodyContext, maxBytes: number): Promise<Buffer> => {
  const { 'content-encoding': encoding = 'identity' } = req.headers;
  if (encoding.toLowerCase() !== 'identity') {
    req.resume();
    throw new TintypeError('invalid_request', 'The body is compressed: send it as it is, without `Content-Encoding`.');
  }
  const bytes = await collect(req, maxBytes).catch((cause) => {
    throw new TintypeError('invalid_request', 'The body ended early.', { cause });
  });
  if (bytes) return bytes;
  // The rest is read and dropped: many clients never read an answer when their connection is closed before.
  req.resume();
  throw new TintypeError('request_too_large', `The body has more than ${maxBytes} bytes.`);
};
