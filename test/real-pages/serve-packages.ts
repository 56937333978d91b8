import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { type PageServer, startPages } from '../kit/pages/pages.js';
import { type ConsentManager, consentManagers } from './consent-managers.js';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** The pages look the same with and without internet: nothing comes from other hosts. */
const policy = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'";

/** Demos ask for `../node_modules/x`, which npm installs beside their own package. */
const fileOf = (folder: string, path: string) => join(folder, normalize(path.replace(/^.*\/node_modules\//, '/')));

const withManager = (page: Buffer, manager: string | null): Buffer => {
  if (manager === null) return page;
  return Buffer.from(
    page.toString().replace(/<\/body>/i, () => `${consentManagers[manager as ConsentManager]}</body>`),
  );
};

/** Serves a `node_modules` folder on loopback. `?manager=` puts a consent manager into a page. */
export const servePackages = (folder: string): Promise<PageServer> =>
  startPages(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const file = fileOf(folder, decodeURIComponent(pathname));
    const isFile = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.setHeader('content-security-policy', policy);
    response.end(withManager(await readFile(file), searchParams.get('manager')));
  });
