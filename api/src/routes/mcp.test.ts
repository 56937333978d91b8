import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { createLog, Registry } from '@tintype/runtime';
import type { Context } from 'koa';
import type { AccountSecret } from '../accounts/account.js';
import { sampleAccount } from '../accounts/account-sample.js';
import { createApp } from '../app.js';
import { createHostCheck } from '../mcp/protocol/allowed-hosts.js';
import { createObserver } from '../middleware/observe.js';
import { mcpRoutes } from './mcp.js';

const account = sampleAccount({});
const refuse = () => {
  throw new TintypeError('invalid_credentials');
};
const admit = (context: Pick<Context, 'get'>) => (context.get('Authorization') ? account : refuse());
/** An account that has used up its requests counts one more with an error. */
let isUsedUp = false;
const guard = {
  authenticate: (context: Context) => ({ account: admit(context), secret: {} as AccountSecret }),
  admit,
  count: () => {
    if (isUsedUp) throw new TintypeError('rate_limited');
  },
};
const checkHost = createHostCheck({ urls: [new URL('https://console.example/')], names: [] });
const messages: unknown[] = [];
let answered: unknown = { result: {} };
const exchanges = {
  answer: async ({ message }: { message: unknown }) => {
    messages.push(message);
    return Response.json(answered, { headers: { 'mcp-session-id': 'label' } });
  },
};

describe('the route of the tool server', () => {
  let server: Server;
  const registry = new Registry();

  before(async () => {
    const routers = [mcpRoutes({ guard, checkHost, exchanges, limitsOf: () => [] })];
    const log = createLog('test', 'silent');
    server = createServer(createApp({ routers, observer: createObserver(registry, log), log }).callback());
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => server.close());

  const send = async (method: string, headers: Record<string, string> = {}, message: unknown = {}) => {
    const { port } = server.address() as AddressInfo;
    const body = method === 'POST' ? JSON.stringify(message) : null;
    const response = await fetch(`http://127.0.0.1:${port}/mcp/v1`, { method, headers, body });
    const text = await response.text();
    const { code } = text ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, code };
  };
  const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

  it('tells a browser that pages of a configured host may send messages', async () => {
    const origin = 'https://console.example:8443';
    const { status, headers } = await send('OPTIONS', { origin, ...asking });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.equal(headers.get('access-control-allow-methods'), 'POST');
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-session-id'])
      assert.ok(headers.get('access-control-allow-headers')?.split(', ').includes(name), name);
    const answer = await send('POST', { origin, authorization: 'x' });
    assert.equal(answer.headers.get('access-control-allow-origin'), origin);
    assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Mcp-Session-Id/);
    assert.equal(answer.headers.get('vary'), 'Origin');
  });

  it('lets such a page read why it is refused', async () => {
    const refused = await send('POST', { origin: 'https://console.example' });
    assert.deepEqual([refused.status, refused.code], [401, 'invalid_credentials']);
    assert.equal(refused.headers.get('access-control-allow-origin'), 'https://console.example');
  });

  it('allows nothing to pages of other hosts', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      const refused = await send(method, { origin: 'https://evil.example', ...asking, authorization: 'x' });
      assert.deepEqual([refused.status, refused.code], [403, 'foreign_host'], method);
      for (const name of refused.headers.keys()) assert.ok(!name.startsWith('access-control-'), name);
    }
  });

  it('passes on a cancellation of an account without requests left, and counts every other message', async () => {
    isUsedUp = true;
    messages.length = 0;
    try {
      const cancellation = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const wrongCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: 'y' } };
      for (const message of [cancellation, wrongCall, { jsonrpc: '2.0', id: 1, method: 'ping' }])
        assert.equal((await send('POST', { authorization: 'x' }, message)).code, 'rate_limited');
      assert.deepEqual(messages, [cancellation]);
    } finally {
      isUsedUp = false;
    }
  });

  it('leaves the count of a call without arguments to its tool, however empty they are', async () => {
    isUsedUp = true;
    try {
      for (const args of [undefined, null, [], {}]) {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: args } };
        assert.equal((await send('POST', { authorization: 'x' }, message)).status, 200, JSON.stringify(args));
      }
    } finally {
      isUsedUp = false;
    }
  });

  it('counts the messages that the protocol refuses by their reason', async () => {
    answered = { error: { code: -32_601 } };
    await send('POST', { authorization: 'x' });
    answered = { result: {} };
    assert.match(
      await registry.metrics(),
      /requests_total\{route="\/mcp\/v1",status="200",code="unknown_method"\} 1\n/,
    );
  });

  it('answers 405 to other methods, with those that it takes', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const refused = await send(method, { authorization: 'x' });
      assert.deepEqual([refused.status, refused.code], [405, 'method_not_allowed'], method);
      assert.equal(refused.headers.get('allow'), 'OPTIONS, POST');
    }
    const { status, headers } = await send('OPTIONS');
    assert.deepEqual([status, headers.get('allow')], [204, 'OPTIONS, POST']);
  });
});
