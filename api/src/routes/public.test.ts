import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { devices, notYetAvailable } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import { createApp } from '../app.js';
import { notYetAvailableRoutes, publicRoutes } from './public.js';

let server: Server;
let base: string;

before(async () => {
  const outboundPrefixes = ['203.0.113.0/24', '2001:db8::/32'];
  const routers = [publicRoutes({ outboundPrefixes }), notYetAvailableRoutes()];
  const app = createApp({ routers, registry: undefined, log: createLog('test', 'silent') });
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

describe('the routes that are not yet available', () => {
  for (const route of notYetAvailable.routes) {
    it(`say so: ${route}`, async () => {
      const { status, body } = await ask(route.replace('**', 'a/b/c').replaceAll('*', 'a-1'));
      const { requestId, ...rest } = body;
      assert.match(requestId, /^req_/);
      const error = 'This endpoint is not available in this version. `/docs` lists those that are.';
      assert.deepEqual([status, rest], [400, { success: false, error, code: 'invalid_option' }]);
    });
  }

  for (const route of [
    'GET /batch-image/key',
    'POST /screenshot/devices',
    'PUT /v1/sessions',
    'GET /',
    'GET /nothing',
  ]) {
    it(`are no other: ${route}`, async () => {
      const { status, body } = await ask(route);
      assert.deepEqual([status, body.code], [404, 'not_found']);
    });
  }
});
