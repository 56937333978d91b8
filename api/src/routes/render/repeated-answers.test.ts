import assert from 'node:assert/strict';
import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import { sampleAccount } from '../../accounts/account-sample.js';
import { createApp } from '../../app.js';
import { signV1, signV2 } from '../../auth/signature.js';
import type { RenderOutcome } from '../../render/renders.js';
import { RepeatedHits } from '../../render/repeated-hits.js';
import { renderRoutes } from '../render.js';
import { RepeatedAnswers } from './repeated-answers.js';

const sample = () => sampleAccount({ secrets: [{ id: 'sec_1', text: 'test', scope: 'use' }] });
const page = 'url=https%3A%2F%2Fexample.com%2F';
const signed = (query = page) => `/key/${signV1('test', query)}/image?${query}`;

const recordOf = (object: string): RenderOutcome['record'] => ({
  ...{ object, job: 'j', contentType: 'image/png', length: 7, sha256: object, targetStatus: 200, warnings: [] },
  ...{ chargeId: 'c', charged: true, createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER },
});

describe('a repeated hit', () => {
  let server: Server;
  let account = sample();
  let record = recordOf('one');
  let outcome: Partial<RenderOutcome> = {};
  const refused = { rate: undefined as Error | undefined, bandwidth: false };
  const counts = { rendered: 0, rate: 0, bytes: 0, observed: 0, notedUses: 0 };

  const rate = {
    count: () => {
      if (refused.rate) throw refused.rate;
      counts.rate += 1;
    },
  };
  const body = Buffer.from('picture');
  const options = { url: 'https://example.com/', fresh: false } as RenderOutcome['options'];
  const facts = { contentType: 'image/png', fileName: 'a.png', warnings: [], location: undefined };
  const renders = {
    preview: async () => {
      counts.rendered += 1;
      return { options, ...facts, key: 'k', record: undefined };
    },
    render: async (): Promise<RenderOutcome> => {
      counts.rendered += 1;
      const hit = { cache: 'HIT', timings: {}, credits: 0, part: undefined, callerHas: false } as const;
      return { options, ...facts, ...hit, key: 'k', record, body, ...outcome };
    },
  };

  before(async () => {
    const add = (name: keyof typeof counts, by = 1) => {
      counts[name] += by;
    };
    const uses = { note: () => add('notedUses') };
    const limitsOf = () => [{ name: 'requests', quota: 10, remaining: 9 - counts.rate } as const];
    const hits = new RepeatedHits({
      accounts: { byApiKey: () => account },
      rate,
      bandwidth: { passes: () => !refused.bandwidth, count: (_, bytes) => add('bytes', bytes) },
      store: { inMemory: (key, asked) => (key === 'k' && asked === record ? body : undefined) },
    });
    const observer = () => add('observed');
    const repeated = new RepeatedAnswers({ hits, uses, limitsOf, observer });
    const routes = renderRoutes({
      ...{ accounts: { byApiKey: () => account }, renders, repeated, uses, limitsOf },
      ...{ links: { pathOf: () => '/files/x' }, baseUrl: undefined, edgeHost: undefined },
    });
    const app = createApp({ routers: [routes], observer, log: createLog('test', 'silent') }).callback();
    server = createServer({ requireHostHeader: false }, (request, response) => {
      if (!repeated.answer(request, response)) void app(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => server.close());
  beforeEach(() => {
    account = sample();
    record = recordOf('one');
    outcome = {};
    Object.assign(refused, { rate: undefined, bandwidth: false });
    Object.assign(counts, { rendered: 0, rate: 0, bytes: 0, observed: 0, notedUses: 0 });
  });

  const ask = async (
    path: string,
    headers: Record<string, string> = {},
    more: { method?: string; setHost?: boolean } = {},
  ) => {
    const { port } = server.address() as AddressInfo;
    const request = httpRequest({ host: '127.0.0.1', port, path, headers, ...more }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
  /** How often the routes answer a second request. */
  const renderedAgain = async (
    path = signed(),
    headers: Record<string, string> = {},
    more: { method?: string; setHost?: boolean } = {},
  ) => {
    await ask(path);
    const before = counts.rendered;
    await ask(path, headers, more);
    return counts.rendered - before;
  };

  it('has the headers and bytes of the hit before it, and its own id and limits', async () => {
    const [first, second] = [await ask(signed()), await ask(signed())];
    assert.equal(counts.rendered, 1);
    const { 'x-request-id': firstId, ratelimit: firstLimit, date: _, ...firstHeaders } = first.headers;
    const { 'x-request-id': secondId, ratelimit: secondLimit, date: __, ...secondHeaders } = second.headers;
    assert.deepEqual([second.status, second.body, secondHeaders], [200, 'picture', firstHeaders]);
    assert.match(String(secondId), /^req_/);
    assert.notEqual(secondId, firstId);
    assert.deepEqual([firstLimit, secondLimit], ['"requests";r=9', '"requests";r=8']);
  });

  it('counts as any other: rate, bytes, the use of the secret, metrics', async () => {
    assert.equal(await renderedAgain(), 0);
    assert.deepEqual(counts, { rendered: 1, rate: 1, bytes: 7, observed: 2, notedUses: 2 });
  });

  it('is for the routes once the account or the record is another', async () => {
    await ask(signed());
    account = sample();
    await ask(signed());
    record = recordOf('two');
    assert.equal((await ask(signed())).headers.etag, '"two"');
    assert.equal(counts.rendered, 3);
  });

  it('is for the routes if a limit refuses it, or cannot be asked', async () => {
    await ask(signed());
    refused.rate = new TintypeError('rate_limited');
    await ask(signed());
    refused.rate = new Error('the connection is closed');
    await ask(signed());
    refused.rate = undefined;
    refused.bandwidth = true;
    await ask(signed());
    assert.deepEqual([counts.rendered, counts.rate, counts.bytes], [4, 0, 0]);
  });

  it('is for the routes if a header may change the answer', async () => {
    for (const headers of [
      { range: 'bytes=0-1' },
      { 'if-none-match': '"one"' },
      { 'if-range': '"one"' },
      { expect: '100-continue' },
      { 'transfer-encoding': 'chunked' },
      { 'content-length': '0' },
      { host: 'a' },
      { 'x-forwarded-proto': 'https' },
    ])
      assert.equal(await renderedAgain(signed(), headers), 1, JSON.stringify(headers));
  });

  it('is for the routes if it is no GET', async () => {
    assert.equal(await renderedAgain(signed(), {}, { method: 'HEAD' }), 1);
  });

  it('is for the routes without a host for links, which then have the local address', async () => {
    for (const [headers, more] of [
      [{}, { setHost: false }],
      [{ host: 'a b' }, {}],
    ] as const) {
      await ask(signed(), headers, more);
      const { headers: again } = await ask(signed(), headers, more);
      assert.equal(new URL(String(again['x-file-url'])).hostname, '127.0.0.1');
    }
    assert.equal(counts.rendered, 4);
  });

  it('is for the routes if the answer depended on more than URL, account and record', async () => {
    const expiring = `${page}&expires=99999999999`;
    assert.equal(await renderedAgain(`/v2/key/${signV2('test', 'image', expiring)}/image?${expiring}`), 1);
    assert.equal(await renderedAgain(signed(`${page}&preset=small`)), 1);
    const others: Partial<RenderOutcome>[] = [
      { cache: 'MISS' },
      { timings: { upload: 1 } },
      { callerHas: true },
      { location: 'https://storage.example/a.png' },
      { options: { fresh: false, bestFormat: true } as unknown as RenderOutcome['options'] },
    ];
    for (const [index, other] of others.entries()) {
      outcome = other;
      assert.equal(await renderedAgain(signed(`${page}&timestamp=${index}`)), 1, JSON.stringify(other));
    }
  });
});
