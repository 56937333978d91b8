import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createLog } from '@tintype/runtime';
import { createApp } from '../app.js';
import { docsRoutes } from './docs.js';

let server: Server;
let base: string;

before(async () => {
  const routers = [docsRoutes({ baseUrl: new URL('https://pictures.example/api/') })];
  const app = createApp({ routers, log: createLog('test', 'silent') });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

/** Every address in the page and its script. */
const named = (text: string) =>
  [...text.matchAll(/(?:src|href|url)[=:] ?["'](\/[^"']+)["']/g)].map((match) => match[1]);

describe('the docs', () => {
  it('serve the document for the base URL', async () => {
    const response = await fetch(`${base}/openapi.json`);
    const { openapi, servers } = (await response.json()) as { openapi: string; servers: unknown };
    assert.match(String(response.headers.get('content-type')), /^application\/json/);
    assert.match(openapi, /^3\.1\./);
    assert.deepEqual(servers, [{ url: 'https://pictures.example/api' }]);
  });

  it('serve the page and every file it names, under a policy that allows nothing else', async () => {
    const response = await fetch(`${base}/docs`);
    const policy = String(response.headers.get('content-security-policy'));
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    const page = await response.text();
    const script = await (await fetch(`${base}/docs/start.js`)).text();
    assert.doesNotMatch(page + script, /https?:|<script>|<style/);
    const addresses = [...named(page), ...named(script)];
    assert.deepEqual(addresses, [
      '/docs/swagger-ui.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/start.js',
      '/openapi.json',
    ]);
    for (const address of addresses) assert.equal((await fetch(base + address)).status, 200, address);
  });

  const kept: Record<string, string> = {
    '/docs': 'no-cache',
    '/openapi.json': 'no-cache',
    '/docs/swagger-ui-bundle.js': 'public, max-age=86400',
  };
  for (const [path, cacheControl] of Object.entries(kept)) {
    it(`serve ${path} with "${cacheControl}" and an ETag`, async () => {
      const { headers } = await fetch(base + path);
      assert.equal(headers.get('cache-control'), cacheControl);
      const again = await fetch(base + path, {
        headers: { 'if-none-match': String(headers.get('etag')), 'cache-control': 'max-age=0' },
      });
      assert.deepEqual([again.status, await again.text()], [304, '']);
    });
  }

  it('serve nothing else of the package', async () => {
    for (const path of ['/docs/index.html', '/docs/..%2fpackage.json', '/docs/package.json']) {
      assert.equal((await fetch(base + path)).status, 404);
    }
  });
});
