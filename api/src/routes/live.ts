import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import { TintypeError } from '@tintype/contracts';
import { Asset, readAssets, revalidate } from './assets.js';

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

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files of the page. The compiler writes the scripts. The styles are served from `src`. */
const readFiles = (): ReadonlyMap<string, Asset> =>
  new Map([
    ...readAssets(folder('../live-page/'), (name) => name.endsWith('.js')),
    ...readAssets(folder('../../src/live-page/'), (name) => name.endsWith('.css')),
  ]);

/** The page of the live view. Its address is the same for all sessions: the token is in the fragment. */
export const liveRoutes = ({ frameOrigins }: LiveRoutesOptions): Router => {
  const router = new Router();
  const files = readFiles();
  const page = new Asset('live.html', readFileSync(folder('../../src/live-page/live.html')));
  const policy = policyFor(frameOrigins);
  router.get('/live', (context) => {
    context.set('Content-Security-Policy', policy);
    context.set('Referrer-Policy', 'no-referrer');
    return page.answer(context, revalidate);
  });
  router.get('/live/socket', () => {
    throw new TintypeError('invalid_request', 'This path takes WebSockets of the live view only: open its link.');
  });
  router.get('/live/:name', (context) => {
    const file = files.get(context.params.name ?? '');
    if (!file) throw new TintypeError('not_found');
    // A sandboxed frame has no origin, so its modules are loaded cross-origin.
    context.set('Access-Control-Allow-Origin', '*');
    // A new version of the service has new files under the same names.
    return file.answer(context, revalidate);
  });
  return router;
};
