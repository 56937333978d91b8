import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createLog } from '@tintype/runtime';
import { createApp } from '../app.js';
import { consoleRoutes } from './console.js';

const folder = mkdtempSync(join(tmpdir(), 'tintype-console-'));
const servers: Server[] = [];

const serve = async (of: string, side: 'public' | 'admin' = 'public') => {
  const app = createApp({
    routers: [consoleRoutes({ side, folder: of })],
    log: createLog('test', 'silent'),
  });
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let base: string;

before(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="/console/assets/main-1a2b.js"></script>');
  writeFileSync(join(folder, 'assets/main-1a2b.js'), 'start();');
  writeFileSync(join(folder, 'assets/main-3c4d.css'), 'body {}');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  mkdirSync(join(folder, 'admin/assets'), { recursive: true });
  writeFileSync(join(folder, 'admin/admin.html'), '<script src="/console/admin/assets/main-5e6f.js"></script>');
  writeFileSync(join(folder, 'admin/assets/main-5e6f.js'), 'startAdmin();');
  base = await serve(folder);
});
after(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

describe('the console', () => {
  for (const path of ['/console', '/console/', '/console/sessions/sess_1'])
    it(`answers ${path} with its page, under a policy without inline code and other hosts`, async () => {
      const response = await fetch(base + path);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /main-1a2b\.js/);
      assert.match(String(response.headers.get('content-type')), /^text\/html/);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
      const policy = String(response.headers.get('content-security-policy'));
      assert.match(policy, /default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|http|\*/);
    });

  it('serves files with a hash in their names for a year', async () => {
    const { status, headers } = await fetch(`${base}/console/assets/main-1a2b.js`);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('compresses for clients that take it, with an ETag for each form', async () => {
    const ask = async (path: string, headers: Record<string, string>) => {
      // Without it, fetch asks servers not to compare ETags.
      const response = await fetch(base + path, { headers: { ...headers, 'cache-control': 'max-age=0' } });
      return { status: response.status, headers: response.headers, body: await response.text() };
    };
    const etags = new Set<string>();
    for (const [accepted, used] of [
      ['br, gzip', 'br'],
      // Chromium and Firefox.
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=1, br;q=0', 'gzip'],
      ['identity', null],
      ['zstd', null],
    ] as const) {
      const { status, headers, body } = await ask('/console/assets/main-1a2b.js', { 'accept-encoding': accepted });
      const etag = String(headers.get('etag'));
      assert.deepEqual(
        [status, headers.get('content-encoding'), headers.get('vary'), body],
        [200, used, 'Accept-Encoding', 'start();'],
        accepted,
      );
      etags.add(etag);
      const again = await ask('/console/assets/main-1a2b.js', { 'accept-encoding': accepted, 'if-none-match': etag });
      assert.deepEqual([again.status, again.headers.get('etag'), again.body], [304, etag, '']);
      assert.equal(again.headers.get('vary'), 'Accept-Encoding');
    }
    assert.equal(etags.size, 3);
    const [brotli = ''] = etags;
    const other = { 'accept-encoding': 'identity', 'if-none-match': brotli };
    assert.equal((await ask('/console/assets/main-1a2b.js', other)).status, 200, 'the client has another form');
  });

  it('serves nothing else of the folder', async () => {
    for (const name of ['main-0000.js', '..%2fsecret.txt', '..%2findex.html', '%2e%2e/secret.txt'])
      assert.doesNotMatch(await (await fetch(`${base}/console/assets/${name}`)).text(), /secret"?$|start\(\)/);
    assert.equal((await fetch(`${base}/console/assets/..%2fsecret.txt`)).status, 404);
  });

  it("serves the operator's side apart", async () => {
    const admin = await serve(folder, 'admin');
    for (const path of ['/console/admin', '/console/admin/accounts/acme'])
      assert.match(await (await fetch(admin + path)).text(), /main-5e6f\.js/);
    assert.equal(await (await fetch(`${admin}/console/admin/assets/main-5e6f.js`)).text(), 'startAdmin();');
    assert.equal((await fetch(`${admin}/console/sessions`)).status, 404);
    for (const path of ['/console/admin', '/console/admin/assets/main-5e6f.js', '/console/assets/main-5e6f.js'])
      assert.doesNotMatch(await (await fetch(base + path)).text(), /startAdmin|main-5e6f/);
  });

  it('says without a build what is missing', async () => {
    const response = await fetch(`${await serve(join(folder, 'nothing'))}/console`);
    const { code, error } = (await response.json()) as { code: string; error: string };
    assert.deepEqual([response.status, code], [404, 'not_found']);
    assert.match(error, /make build/);
  });
});
