import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** A file that the api holds in memory and serves unchanged. */
export interface Asset {
  type: string;
  body: string | Buffer;
  etag: string;
}

export const asset = (type: string, body: string | Buffer): Asset => ({
  type,
  body,
  etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
});

/** `cacheControl` is the header's value. Answers 304 if the client has the file. */
export const answerAsset = (context: Context, { type, body, etag }: Asset, cacheControl: string): void => {
  context.set('Cache-Control', cacheControl);
  context.set('ETag', etag);
  context.set('X-Content-Type-Options', 'nosniff');
  context.status = 200;
  context.type = type;
  if (context.fresh) context.status = 304;
  else context.body = body;
};
