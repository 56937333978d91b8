import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import { TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';

export interface LiveRoutesOptions {
  /** Origins of pages that may show the live view in a frame, or `self`. */
  frameOrigins: readonly string[];
}

/** Nothing from other hosts and nothing inline. Pictures are drawn on a canvas, which needs no source. */
const policyFor = (frameOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameOrigins.map((origin) => (origin === 'self' ? "'self'" : origin)).join(' ') || "'none'"}`,
  ].join('; ');

interface StaticFile {
  name: string;
  type: string;
  body: Buffer;
  etag: string;
}

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const readStatic = (path: string): StaticFile => {
  const body = readFileSync(path);
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  return { name: basename(path), type: `${types[extname(path)]}; charset=utf-8`, body, etag };
};

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The compiler makes the scripts. Page and style are sources. */
const scripts = () => {
  const built = folder('../live-page/');
  const names = readdirSync(built).filter((name) => name.endsWith('.js'));
  return names.map((name) => readStatic(`${built}${name}`));
};
const source = (name: string) => readStatic(folder(`../../src/live-page/${name}`));

const answer = (context: Context, { type, body, etag }: StaticFile) => {
  // A new version of the service has new scripts under the same names.
  context.set('Cache-Control', 'no-cache');
  context.set('ETag', etag);
  context.set('X-Content-Type-Options', 'nosniff');
  context.status = 200;
  context.type = type;
  if (context.fresh) context.status = 304;
  else context.body = body;
};

/** The page of the live view. Its address is the same for all sessions: the token is in the fragment. */
export const liveRoutes = ({ frameOrigins }: LiveRoutesOptions): Router => {
  const router = new Router();
  const page = source('live.html');
  const policy = policyFor(frameOrigins);
  router.get('/live', (context) => {
    context.set('Content-Security-Policy', policy);
    context.set('Referrer-Policy', 'no-referrer');
    answer(context, page);
  });
  for (const file of [source('live.css'), source('stage.css'), ...scripts()])
    router.get(`/live/${file.name}`, (context) => {
      // A sandboxed frame has no origin, and loads modules as another one.
      context.set('Access-Control-Allow-Origin', '*');
      answer(context, file);
    });
  router.get('/live/socket', () => {
    throw new TintypeError('invalid_request', 'This path takes WebSockets of the live view only: open its link.');
  });
  return router;
};
