import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type Router from '@koa/router';
import { endpoints } from '@tintype/contracts';
import { accountRoutes } from '../routes/account.js';
import { adminRouter } from '../routes/admin.js';
import { batchRoutes } from '../routes/batch.js';
import { consoleRoutes } from '../routes/console.js';
import { docsRoutes } from '../routes/docs.js';
import { fileRoutes } from '../routes/files.js';
import { integrationRoutes } from '../routes/integrations.js';
import { liveRoutes } from '../routes/live.js';
import { mcpRoutes } from '../routes/mcp.js';
import { postedRenderRoutes } from '../routes/posted-renders.js';
import { publicRoutes } from '../routes/public.js';
import { renderRoutes } from '../routes/render.js';
import { cdpRoutes, sessionRoutes } from '../routes/sessions.js';
import { createOpenApi } from './document.js';

// Only the list of their routes is used.
const routers = {
  publicRoutes: publicRoutes({ outboundPrefixes: [] }),
  docsRoutes: docsRoutes({ baseUrl: undefined }),
  consoleRoutes: consoleRoutes(),
  sessionRoutes: sessionRoutes({} as never),
  accountRoutes: accountRoutes({ slack: {} } as never),
  batchRoutes: batchRoutes({} as never),
  fileRoutes: fileRoutes({} as never),
  mcpRoutes: mcpRoutes({} as never),
  integrationRoutes: integrationRoutes({} as never),
  cdpRoutes: cdpRoutes(),
  liveRoutes: liveRoutes({ frameOrigins: [] }),
  postedRenderRoutes: postedRenderRoutes({} as never),
  renderRoutes: renderRoutes({} as never),
  adminRouter: adminRouter({
    store: {} as never,
    presets: {} as never,
    directory: {} as never,
    usage: {} as never,
    uses: {} as never,
    storage: {} as never,
    slack: {} as never,
    queue: {} as never,
    sessions: undefined,
    token: 'token',
    log: {} as never,
  }),
};

/** Files of the pages at `/docs`, `/console` and `/live`, and routes for the rest of a prefix. */
const notDocumented = /^\/(docs|console)\/|^\/live\/:name$|\{\*/;

const routesOf = ({ stack }: Router) =>
  stack
    .map(({ path, methods }) => ({ path: String(path), methods }))
    .filter(({ path }) => !notDocumented.test(path))
    .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path.replace(/:\w+/g, '*')}`));

/** The document has a path for each endpoint where the router has a parameter. */
const signed = new RegExp(`(/\\*/\\*)/(${endpoints.join('|')})$`);

const documented = Object.entries(createOpenApi('https://example.com').paths ?? {}).flatMap(([path, item]) =>
  Object.keys(item ?? {})
    .filter((name) => /^(get|head|post|put|patch|delete|options)$/.test(name))
    .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '*').replace(signed, '$1/*')}`),
);

const sorted = (routes: readonly string[]) => [...new Set(routes)].sort();
// The router answers HEAD for every GET; the document names HEAD only if it differs.
const withoutHead = (routes: readonly string[]) => sorted(routes).filter((route) => !route.startsWith('HEAD '));

describe('the OpenAPI document and the routers', () => {
  const routes = Object.values(routers).flatMap(routesOf);

  it('have the same routes', () => {
    assert.ok(routes.length > 10, String(routes));
    assert.deepEqual(withoutHead(documented), withoutHead(routes));
  });

  it('have a HEAD for each documented one', () => {
    const heads = sorted(documented).filter((route) => route.startsWith('HEAD '));
    assert.ok(heads.length > 0);
    for (const head of heads) assert.ok(routes.includes(head), head);
  });

  it('compares every router that the api serves', () => {
    const start = readFileSync(new URL('../../src/start.ts', import.meta.url), 'utf8');
    const imports = [...start.matchAll(/import \{([^}]+)\} from '\.\/routes\/[\w-]+\.js'/g)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    );
    assert.deepEqual(imports.sort(), Object.keys(routers).sort());
  });
});
