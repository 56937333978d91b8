import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { devices } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import { createApp } from '../app.js';
import { publicRoutes } from './public.js';

let server: Server;
let base: string;

before(async () => {
  const outboundPrefixes = ['203.0.113.0/24', '2001:db8::/32'];
  const routers = [publicRoutes({ outboundPrefixes })];
  const app = createApp({ routers, log: createLog('test', 'silent') });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

const ask = async (route: string) => {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(base + path, { method });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
};

describe('the public routes', () => {
  it('answer the device list', async () => {
    const { status, headers, body } = await ask('GET /screenshot/devices');
    assert.deepEqual([status, body], [200, { success: true, count: devices.length, devices }]);
    assert.match(String(headers.get('content-type')), /^application\/json/);
    assert.match(String(headers.get('x-request-id')), /^req_/);
  });

  it('answer the outbound addresses', async () => {
    const { body } = await ask('GET /ip-ranges.json');
    assert.deepEqual(body, { prefixes: ['203.0.113.0/24', '2001:db8::/32'] });
  });
});

describe('other routes', () => {
  for (const route of [
    'GET /batch-image/key',
    'POST /screenshot/devices',
    'PUT /v1/sessions',
    'GET /',
    'GET /nothing',
  ]) {
    it(`are not there: ${route}`, async () => {
      const { status, body } = await ask(route);
      assert.deepEqual([status, body.code], [404, 'not_found']);
    });
  }
});
