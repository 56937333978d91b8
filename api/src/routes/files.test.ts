import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import { sampleAccount } from '../accounts/account-sample.js';
import { createApp } from '../app.js';
import type { ChoosePart, LoadOptions } from '../render/results/result-store.js';
import { partOf } from '../result-bytes/blob-store.js';
import { type FileRoutesOptions, fileRoutes } from './files.js';

const body = Buffer.from('0123456789');
const key = 'ab'.repeat(32);

const stored = (change: object = {}) => ({
  record: {
    ...{ object: 'o', job: 'j', chargeId: 'c', charged: true, targetStatus: 200, warnings: [] },
    ...{ contentType: 'image/png', length: body.length, sha256: 'abc' },
    ...{ createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER, ...change },
  },
  revision: 1,
  body,
});

let result = stored();
let isDisabled = false;
const loaded = (found: typeof result, choosePart: ChoosePart) => {
  const part = choosePart(found.record);
  return { ...found, part, body: partOf(found.body, part) };
};
const whole: ChoosePart = () => undefined;
const load = mock.fn(async (_key: string, _entry: object, { choosePart = whole }: LoadOptions = {}) =>
  loaded(result, choosePart),
);
const find = mock.fn(async () => result);
const remove = mock.fn(async (_key: string) => true);
const rateCount = mock.fn((_account: object, _kind?: string): void => undefined);
const bandwidthCount = mock.fn((_sent: number): void => undefined);
const bandwidthHold = mock.fn((_account: object, _bytes: number) => bandwidthCount);

const options: FileRoutesOptions = {
  links: { open: (token) => (token === 'token' ? { account: 'acct', key } : undefined) },
  accounts: { byId: () => sampleAccount({ disabled: isDisabled }) },
  results: { find, load, remove },
  guard: {
    admit: (context) => {
      const id = context.get('Authorization').replace('Bearer ', '');
      if (!id) throw new TintypeError('invalid_credentials');
      return sampleAccount({ id });
    },
  },
  rate: {
    count: rateCount,
    state: () => ({ name: 'links', quota: 10, windowSeconds: 1, remaining: 8, resetSeconds: 1 }),
  },
  bandwidth: { check: async () => undefined, hold: bandwidthHold, state: () => ({ name: 'bandwidth', quota: 100 }) },
};

describe('a link to a file', { timeout: 60_000 }, () => {
  let server: Server;

  before(async () => {
    const app = createApp({
      routers: [fileRoutes(options)],
      log: createLog('test', 'silent'),
    });
    server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());
  beforeEach(() => {
    result = stored();
    isDisabled = false;
    for (const { mock: calls } of [load, remove, rateCount, bandwidthCount, bandwidthHold]) calls.resetCalls();
  });

  const get = async (headers: Record<string, string> = {}, token = 'token', method = 'GET') => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/files/${token}/a.png`, { headers, method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  /** Once these answers are closed. */
  const sentBytes = async (answers: number) => {
    while (bandwidthCount.mock.callCount() < answers) await new Promise(setImmediate);
    return bandwidthCount.mock.calls.map(({ arguments: [bytes] }) => bytes);
  };

  it('delivers types that may have scripts in a sandbox', async () => {
    for (const contentType of ['text/html; charset=utf-8', 'image/svg+xml', 'text/plain']) {
      result = stored({ contentType });
      const { headers, text } = await get();
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none';/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.deepEqual([headers.get('content-type'), text], [contentType, body.toString()]);
    }
    result = stored({ contentType: 'application/pdf' });
    assert.equal((await get()).headers.get('content-security-policy'), null);
  });

  it('is readable for pages of any origin, errors included', async () => {
    for (const token of ['token', 'wrong']) {
      const { headers } = await get({ origin: 'https://any.example' }, token);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.match(headers.get('access-control-expose-headers') ?? '', /Content-Range/);
    }
  });

  it('of a disabled account is refused', async () => {
    isDisabled = true;
    const { status, text } = await get();
    assert.deepEqual([status, JSON.parse(text).code, load.mock.callCount()], [403, 'account_disabled', 0]);
  });

  it('counts the request, and the bytes that it sends', async () => {
    const { headers } = await get();
    assert.match(headers.get('ratelimit-policy') ?? '', /^"links";q=10;w=1, "bandwidth";q=100/);
    const part = await get({ range: 'bytes=1-3' });
    assert.deepEqual([part.status, part.text], [206, '123']);
    assert.deepEqual([await sentBytes(2), rateCount.mock.callCount()], [[10, 3], 2]);
    assert.equal(rateCount.mock.calls[0]?.arguments[1], 'links', 'not those of the account’s programs');
  });

  it('counts only what the client took before it left, and holds the rest until then', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    result = { ...stored({ length: large.length }), body: large };
    const { port } = server.address() as AddressInfo;
    const left = new AbortController();
    const headers = { range: 'bytes=0-' };
    const response = await fetch(`http://127.0.0.1:${port}/files/token/a.mp4`, { headers, signal: left.signal });
    assert.deepEqual([response.status, response.headers.get('content-length')], [206, String(large.length)]);
    await response.body?.getReader().read();
    assert.deepEqual(bandwidthHold.mock.calls[0]?.arguments[1], large.length);
    assert.equal(bandwidthCount.mock.callCount(), 0);
    const { reader } = load.mock.calls[0]?.arguments[2] ?? {};
    assert.deepEqual([reader?.account, reader?.until.aborted], ['acct', false]);
    left.abort();
    const [sent = 0] = await sentBytes(1);
    assert.equal(reader?.until.aborted, true, 'its memory is given back');
    assert.ok(sent >= 64 * 1024 && sent < large.length / 2, `${sent} bytes`);
  });

  it('holds no memory for a client that left while its file was looked up', async () => {
    const { port } = server.address() as AddressInfo;
    const [left, requested] = [new AbortController(), once(server, 'request')];
    find.mock.mockImplementationOnce(async () => {
      const [, response] = await requested;
      left.abort();
      await once(response, 'close');
      return result;
    });
    await assert.rejects(fetch(`http://127.0.0.1:${port}/files/token/a.png`, { signal: left.signal }));
    while (load.mock.callCount() < 1) await new Promise(setImmediate);
    assert.equal(load.mock.calls[0]?.arguments[2]?.reader?.until.aborted, true);
  });

  it('counts no bytes for a client that left before they were read', async () => {
    const { port } = server.address() as AddressInfo;
    const [left, requested] = [new AbortController(), once(server, 'request')];
    load.mock.mockImplementationOnce(async (_key, _entry, { choosePart = whole } = {}) => {
      const [, response] = await requested;
      left.abort();
      await once(response, 'close');
      return loaded(result, choosePart);
    });
    await assert.rejects(fetch(`http://127.0.0.1:${port}/files/token/a.png`, { signal: left.signal }));
    assert.deepEqual(await sentBytes(1), [0]);
  });

  it('refuses a range after the end, and counts it, before it reads bytes', async () => {
    const { status, headers } = await get({ range: 'bytes=10-' });
    assert.deepEqual([status, headers.get('content-range')], [416, 'bytes */10']);
    assert.deepEqual([load.mock.callCount(), await sentBytes(0), rateCount.mock.callCount()], [0, [], 1]);
  });

  it('answers 429 with what is left, and looks nothing up', async () => {
    rateCount.mock.mockImplementationOnce(() => {
      throw new TintypeError('rate_limited');
    });
    const { status, headers } = await get();
    assert.deepEqual([status, headers.get('ratelimit'), load.mock.callCount()], [429, '"links";r=8;t=1', 0]);
  });

  it('that is wrong is 404, and costs the account nothing', async () => {
    assert.equal((await get({}, 'wrong')).status, 404);
    assert.equal(rateCount.mock.callCount(), 0);
  });

  it('judges the range by the record whose bytes it has', async () => {
    const [first, second] = [stored({ length: 20 }), stored({ sha256: 'def' })];
    result = first;
    load.mock.mockImplementationOnce(async (_key, _entry, { choosePart = whole } = {}) => loaded(second, choosePart));
    const { status, headers } = await get({ range: 'bytes=15-' });
    assert.deepEqual([status, headers.get('content-range')], [416, 'bytes */10']);
  });

  it('is deleted by its own account alone', async () => {
    const removed = async (authorization: string, token?: string) =>
      (await get(authorization ? { authorization } : {}, token, 'DELETE')).status;
    assert.deepEqual(
      [await removed(''), await removed('Bearer other'), await removed('Bearer acct', 'x')],
      [401, 404, 404],
    );
    assert.equal(remove.mock.callCount(), 0);
    assert.equal(await removed('Bearer acct'), 200);
    assert.deepEqual(remove.mock.calls[0]?.arguments, [key]);
    remove.mock.mockImplementationOnce(async () => false);
    assert.equal(await removed('Bearer acct'), 404);
  });
});
