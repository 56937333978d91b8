import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createLog } from '@tintype/runtime';
import { createApp } from '../app.js';
import { liveRoutes } from './live.js';

let server: Server;
let base: string;

before(async () => {
  const routers = [liveRoutes({ frameOrigins: ['https://shop.example'] })];
  const app = createApp({ routers, log: createLog('test', 'silent') });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

describe('the live view', () => {
  it('has one page, under a policy that names who may frame it', async () => {
    const { status, headers } = await fetch(`${base}/live`);
    assert.equal(status, 200);
    assert.match(String(headers.get('content-type')), /^text\/html/);
    assert.match(
      String(headers.get('content-security-policy')),
      /default-src 'none'.*frame-ancestors https:\/\/shop\.example$/,
    );
    assert.equal((await fetch(`${base}/live/live.html`)).status, 404, 'the page without its policy');
  });

  it('serves each file that the page names', async () => {
    const page = await (await fetch(`${base}/live`)).text();
    const names = [...page.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, name = '']) => name);
    assert.ok(names.length > 1, page);
    for (const name of names) assert.equal((await fetch(new URL(name, `${base}/live`))).status, 200, name);
  });
});
