import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { type ErrorCode, errorTable, limits, limitsOf, TintypeError } from '@tintype/contracts';
import { createLog, Registry } from '@tintype/runtime';
import { sampleAccount } from '../accounts/account-sample.js';
import { createApp } from '../app.js';
import { signV1, signV2 } from '../auth/signature.js';
import { createObserver } from '../middleware/observe.js';
import type { Obtained, RenderRequest } from '../render/queue/render-request.js';
import { Renders } from '../render/renders.js';
import type { IndexEntry } from '../render/results/result-record.js';
import { type RenderRoutesOptions, renderRoutes } from './render.js';

const account = sampleAccount({
  secrets: [{ id: 'sec_1', text: 'test', scope: 'use' }],
  limits: { ...limitsOf({ limits: {} }), cacheSeconds: 60 },
});

const facts = { contentType: 'image/png', length: 7, sha256: 'abc', targetStatus: 200, warnings: ['slow'] };
const charge = { chargeId: 'c', charged: false };
const picture: Obtained = {
  record: { object: 'o', job: 'j', ...facts, ...charge, createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER },
  revision: 1,
  body: Buffer.from('picture'),
  cache: 'MISS',
  timings: { queue: 1 },
};

const results = {
  obtain: mock.fn(async (_request: RenderRequest) => picture),
  find: mock.fn(async (_key: string): Promise<IndexEntry | undefined> => undefined),
};

const services: RenderRoutesOptions = {
  accounts: { byApiKey: (key: string) => (key === 'key' ? account : undefined) },
  renders: new Renders({
    secretsKey: createSecretKey(Buffer.alloc(32, 1)),
    rate: { count: () => undefined },
    store: { find: results.find, load: async () => picture, hold: () => undefined },
    checkBalance: async () => undefined,
    bandwidth: { check: async () => undefined, count: () => undefined },
    source: { ...results, newOffer: () => assert.fail() },
    charging: { charge: async () => 1 },
    uploads: {
      ...{ planOf: () => undefined, isDone: () => false, redirectOf: () => undefined },
      ...{ refuseLasting: () => undefined, finish: async () => ({}) },
    },
  }),
  repeated: { remember: () => undefined },
  uses: { note: () => undefined },
  limitsOf: () => [{ name: 'requests', quota: 10, windowSeconds: 1, remaining: 8, resetSeconds: 1 }],
  links: { pathOf: (account, { key, fileName }) => `/files/${account}-${key.length}/${fileName}` },
  ...{ baseUrl: undefined, edgeHost: 'edge.example:8080' },
};

const registry = new Registry();
let server: Server;
let port: number;

before(async () => {
  const routers = [renderRoutes(services)];
  const log = createLog('test', 'silent');
  const app = createApp({ routers, observer: createObserver(registry, log), log });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
after(() => server.close());
beforeEach(() => {
  for (const { mock: calls } of Object.values(results)) calls.resetCalls();
});

/** Sends the path as it is: fetch would rewrite it. */
const ask = async (
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) => {
  const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
};

const page = 'url=https%3A%2F%2Fnews.ycombinator.com%2F';
const signed = (query: string, endpoint = 'image') => `/key/${signV1('test', query)}/${endpoint}?${query}`;
const job = () => {
  const [call] = results.obtain.mock.calls;
  assert.ok(call);
  return call.arguments[0];
};

const assertError = (answer: Awaited<ReturnType<typeof ask>>, code: ErrorCode, message?: string) => {
  const { requestId, ...body } = JSON.parse(answer.body);
  assert.deepEqual(body, { success: false, error: message ?? errorTable[code].message, code });
  assert.equal(answer.status, errorTable[code].status);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['x-request-id'], requestId);
  assert.match(requestId, /^req_/);
};

describe('a signed URL', () => {
  it('answers the picture with its headers', async () => {
    const { status, headers, body } = await ask(signed(page));
    assert.deepEqual([status, body], [200, 'picture']);
    const {
      'cache-control': cacheControl,
      'x-request-id': requestId,
      date,
      connection,
      'keep-alive': _,
      'access-control-expose-headers': exposed,
      ...rest
    } = headers;
    assert.match(String(cacheControl), /^private, max-age=\d+$/);
    assert.match(String(requestId), /^req_/);
    assert.ok(date && connection && String(exposed).split(', ').length >= 12);
    assert.deepEqual(rest, {
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="news.ycombinator.com.png"',
      'content-length': '7',
      'accept-ranges': 'bytes',
      etag: '"abc"',
      'server-timing': 'queue;dur=1.0',
      'ratelimit-policy': '"requests";q=10;w=1',
      ratelimit: '"requests";r=8;t=1',
      'x-cache': 'MISS',
      'x-file-url': `http://127.0.0.1:${port}/files/acct-64/news.ycombinator.com.png`,
      'x-credits-charged': '1',
      'x-target-status': '200',
      'x-warnings': 'slow',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('asks for the decoded options, for its account, under its request id', async () => {
    const { headers } = await ask(signed(`${page}&delay=2&colour=red`));
    const { job: asked, fresh, cacheSeconds } = job();
    assert.deepEqual(asked.pairs, { url: 'https://news.ycombinator.com/', delay: '2', colour: 'red' });
    assert.deepEqual([asked.account, asked.endpoint, fresh, cacheSeconds], ['acct', 'image', false, 60]);
    assert.equal(asked.requestId, headers['x-request-id']);
    assert.match(asked.key, /^[0-9a-f]{64}$/);
  });

  it('answers 304 to a client that has it', async () => {
    const { status, headers, body } = await ask(signed(page), { headers: { 'If-None-Match': '"abc"' } });
    assert.deepEqual([status, body, headers.etag, headers['content-type']], [304, '', '"abc"', undefined]);
  });

  it('is taken as version 2', async () => {
    const at = (endpoint: string) => `/v2/key/${signV2('test', endpoint, page)}/image?${page}`;
    assert.equal((await ask(at('image'))).status, 200);
    assertError(await ask(at('pdf')), 'invalid_hash', 'Invalid hash');
  });

  const best: Record<string, string> = {
    'image/webp,*/*': 'webp',
    'image/*': 'webp',
    'image/webp;q=0.5': 'webp',
    'image/webp;q=0, image/png': 'png',
    'image/webp; q=0.0': 'png',
    '*/*': 'png',
    'text/html': 'png',
  };
  for (const [accept, type] of Object.entries(best)) {
    it(`is ${type} as the best format for Accept: ${accept}`, async () => {
      const { headers } = await ask(signed(`${page}&bestFormat=true`), { headers: { accept } });
      assert.deepEqual([job().job.pairs.type, headers.vary], [type, 'Accept']);
    });
  }
});

describe('the time that a request has', () => {
  const now = 1_000_000_000_000;
  const cases: [host: string, delay: number, seconds: number][] = [
    ['any.example', 0, limits.requestSeconds],
    ['any.example', 7, limits.requestSeconds + 7],
    ['edge.example:8080', 7, limits.edgeSeconds],
    ['EDGE.example:8080', 0, limits.edgeSeconds],
    ['edge.example', 0, limits.requestSeconds],
  ];
  for (const [host, delay, seconds] of cases) {
    it(`is ${seconds} s at ${host} with a delay of ${delay}`, async (test) => {
      test.mock.timers.enable({ apis: ['Date'], now });
      await ask(signed(`${page}&delay=${delay}`), { headers: { host } });
      assert.equal(job().deadline, now + seconds * 1000);
      assert.ok(job().job.deadline < job().deadline, 'the node gives up first, so that its reason arrives');
    });
  }
});

describe('HEAD', () => {
  it('answers the headers of the cached result, and renders nothing', async () => {
    results.find.mock.mockImplementationOnce(async () => picture);
    const { status, headers, body } = await ask(signed(page), { method: 'HEAD' });
    assert.deepEqual([status, body], [200, '']);
    const { 'content-type': type, 'content-length': length, etag, 'x-cache': cache } = headers;
    assert.deepEqual([type, length, etag, cache], ['image/png', '7', '"abc"', 'HIT']);
    assert.equal(results.obtain.mock.callCount(), 0);
  });

  it('answers 200 where there is none, with the type that a GET would have', async () => {
    const { status, headers } = await ask(signed(`${page}&type=jpeg`), { method: 'HEAD' });
    assert.deepEqual([status, headers['content-type'], headers['x-cache']], [200, 'image/jpeg', undefined]);
    assert.equal(results.obtain.mock.callCount(), 0);
  });

  const refused: Record<string, number> = {
    [`/key/no/image?${page}`]: 401,
    [signed('')]: 400,
    [signed(`${page}&vw=0`)]: 400,
    '/nothing': 404,
  };
  for (const [path, status] of Object.entries(refused)) {
    it(`answers ${status} to ${path}`, async () => {
      const answer = await ask(path, { method: 'HEAD' });
      assert.deepEqual([answer.status, answer.body], [status, '']);
    });
  }
});

describe('what a render throws', () => {
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    it(`is answered: ${code}`, async () => {
      results.obtain.mock.mockImplementationOnce(async () => {
        throw new TintypeError(code);
      });
      const answer = await ask(signed(page));
      assertError(answer, code);
      assert.equal(answer.headers['retry-after'], new TintypeError(code).retryAfterSeconds?.toString());
      assert.equal(answer.headers.etag, undefined);
    });
  }

  it('is not shown if it is internal', async () => {
    results.obtain.mock.mockImplementationOnce(async () => {
      throw new Error('secret');
    });
    assertError(await ask(signed(page)), 'internal');
  });
});

describe('a URL that is refused', () => {
  it('says why to pages of any origin', async () =>
    assert.equal((await ask(`/key/wrong/image?${page}`)).headers['access-control-allow-origin'], '*'));

  const broken = 'The query is not valid percent-encoded UTF-8. Encode it with encodeURIComponent.';
  const cases: [what: string, path: string, code: ErrorCode, message?: string][] = [
    ['with another hash', `/key/${signV1('no', page)}/image?${page}`, 'invalid_hash', 'Invalid hash'],
    ['with another key', `/other/${signV1('test', page)}/image?${page}`, 'unknown_api_key'],
    ['for an endpoint that there is not', signed(page, 'video'), 'not_found'],
    ['without a query', '/key/hash/image', 'invalid_hash'],
    ['with a path that cannot be decoded', '/key/%zz/image?a=b', 'invalid_hash'],
    ['without url', signed('delay=1'), 'missing_url'],
    ['with an empty url', signed('url='), 'missing_url'],
    ['with a bad url', signed('url=ftp%3A%2F%2Fx'), 'invalid_url'],
    ['with a bad option', signed(`${page}&full=x`), 'invalid_option', 'The option `full` takes true or false.'],
    ['with broken escapes', signed(`${page}&a=%zz`), 'invalid_request', broken],
    ['for no route', '/a/b/c/d/e', 'not_found'],
  ];
  for (const [what, path, code, message] of cases) {
    it(`is answered ${code} ${what}`, async () => {
      assertError(await ask(path), code, message);
      assert.equal(results.obtain.mock.callCount(), 0);
    });
  }

  it('is answered not_found for other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      assertError(await ask(signed(page), { method }), 'not_found', 'This path takes GET, HEAD.');
  });

  it('is answered even if the page’s name is not UTF-8', async () => {
    const { status, headers } = await ask(signed('url=https%3A%2F%2Fexample.com%2F%25ff'));
    assert.deepEqual([status, headers['content-disposition']], [200, 'inline; filename="example.com-%ff.png"']);
  });
});

describe('the metrics', () => {
  it('name the route and never the path', async () => {
    await ask(signed(page));
    await ask(`/key/no/image?${page}`);
    const metrics = await registry.metrics();
    assert.match(metrics, /route="\/:apiKey\/:signature\/:endpoint",status="200",code=""/);
    assert.match(metrics, /route="\/:apiKey\/:signature\/:endpoint",status="401",code="invalid_hash"/);
    assert.doesNotMatch(metrics, /ycombinator|f37d5fb3/);
  });
});
