import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import { TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import { Asset, readAssets, revalidate } from './assets.js';

export interface ConsoleRoutesOptions {
  /** `public`: pages for holders of accounts, on the public port. `admin`: for administrators, on the private one. */
  side?: 'public' | 'admin';
  /** What scripts/bundle-console.mjs makes: the page, and `assets/` with a hash in each name. */
  folder?: string;
}

/** Beside this package, both in the repository and in the images. `make build` fills it. */
const builtFolder = fileURLToPath(new URL('../../../console/dist/bundle/', import.meta.url));

const sides = {
  public: { base: '/console', page: 'index.html', below: '.' },
  admin: { base: '/console/admin', page: 'admin.html', below: 'admin' },
};

/** Results have `blob:` URLs: pictures, films, and PDFs in a frame. Live views are pages of this service. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  'media-src blob:',
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A year: a file with other content has another name. */
const forEver = `public, max-age=${365 * 24 * 3600}, immutable`;

const notBuilt = 'This service was built without its console. `make build` makes it.';

/**
 * Serves the same page at all addresses below its base, and the files that the page names. The page's script tells the
 * addresses apart.
 */
export const consoleRoutes = ({ side = 'public', folder = builtFolder }: ConsoleRoutesOptions = {}): Router => {
  const router = new Router();
  const { base, page: file, below } = sides[side];
  const built = join(folder, below);
  const assets = existsSync(join(built, file)) ? readAssets(join(built, 'assets')) : undefined;
  const page = assets && new Asset(file, readFileSync(join(built, file)));
  const answerPage = (context: Context) => {
    if (!page) throw new TintypeError('not_found', notBuilt);
    context.set('Content-Security-Policy', policy);
    context.set('Referrer-Policy', 'no-referrer');
    return page.answer(context, revalidate);
  };
  router.get(base, answerPage);
  router.get(`${base}/assets/:name`, (context) => {
    const found = assets?.get(context.params.name ?? '');
    if (!found) throw new TintypeError('not_found');
    return found.answer(context, forEver);
  });
  router.get(`${base}/{*page}`, answerPage);
  return router;
};
