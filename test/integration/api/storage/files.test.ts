import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DayOfUsage } from '@tintype/ledger/testing';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { BearerClient } from '../../../kit/service/bearer-client.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

const other = { id: 'other', apiKey: 'other-key', secret: 'other-secret' };

describe('links to files', { timeout: 600_000 }, () => {
  let site: PageServer;
  let service: Service;

  before(async () => {
    site = await startPages({ '/page': html('<h1>page</h1>') });
    service = await startService({ allow: `127.0.0.1:${site.port}`, accounts: [other] });
  });
  after(async () => {
    await service?.stop();
    await site?.close();
  });

  let requests = 0;
  /** The link of a request that no other test has made. */
  const link = async (account = tester) => {
    requests += 1;
    const options = { url: site.url('/page'), timestamp: String(requests), fileName: 'an é' };
    const ask = async (more: Record<string, string> = {}, headers: Record<string, string> = {}) => {
      const answer = await service.get({ ...options, ...more }, { account, headers });
      return { url: answer.headers.get('x-file-url') ?? '', body: answer.body };
    };
    return { ...(await ask()), ask };
  };

  it('deliver a result to anybody, with safe headers', async () => {
    const { url, body } = await link();
    assert.match(url, new RegExp(`^http://127\\.0\\.0\\.1:${service.publicPorts[0]}/files/[\\w-]+/an%20%C3%A9\\.png$`));
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), body);
    const headers = Object.fromEntries(response.headers);
    assert.match(headers['content-disposition'] ?? '', /filename\*=UTF-8''an%20%C3%A9\.png$/);
    assert.deepEqual(
      ['content-type', 'cache-control', 'accept-ranges', 'x-content-type-options'].map((name) => headers[name]),
      ['image/png', 'public, max-age=300', 'bytes', 'nosniff'],
    );
    const head = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(body.length)]);
    const held = await fetch(url, { headers: { 'if-none-match': headers.etag ?? '' } });
    assert.equal(held.status, 304);
  });

  it('deliver parts', async () => {
    const { url, body } = await link();
    const part = async (headers: Record<string, string>) => {
      const response = await fetch(url, { headers });
      const range = response.headers.get('content-range');
      return [response.status, range, Buffer.from(await response.arrayBuffer())] as const;
    };
    assert.deepEqual(await part({ range: 'bytes=1-3' }), [206, `bytes 1-3/${body.length}`, body.subarray(1, 4)]);
    const last = `bytes ${body.length - 5}-${body.length - 1}/${body.length}`;
    assert.deepEqual(await part({ range: 'bytes=-5' }), [206, last, body.subarray(-5)]);
    const [status, range, error] = await part({ range: `bytes=${body.length}-` });
    assert.deepEqual([status, range], [416, `bytes */${body.length}`]);
    assert.equal(JSON.parse(error.toString()).code, 'range_not_satisfiable');
    assert.deepEqual((await part({ range: 'bytes=1-3', 'if-range': '"old"' })).slice(0, 2), [200, null]);
  });

  it('are 404 under another name, for another token, and when the result is gone', async () => {
    await service.admin('', { method: 'PATCH', body: { limits: { cacheSeconds: 3 } } });
    const { url, ask } = await link();
    assert.equal((await fetch(url)).status, 200);
    for (const wrong of [url.replace('an%20', 'a%20'), url.replace('/files/', '/files/A'), `${url}/x`])
      assert.equal((await fetch(wrong)).status, 404, wrong);
    await until('the result has expired', async () => (await fetch(url)).status === 404);
    // A result has one link, also after another render: it works as long as the signed URL is a hit.
    assert.equal((await ask({ fresh: 'true' })).url, url);
    assert.equal((await fetch(url)).status, 200);
    await service.admin('', { method: 'PATCH', body: { limits: { cacheSeconds: 'default' } } });
  });

  it('are deleted by their account, and work again with another render', async () => {
    const { url, ask } = await link();
    const own = { authorization: `Bearer ${Buffer.from(`${tester.id}:${tester.secret}`).toString('base64')}` };
    const remove = async (headers = {}) => (await fetch(url, { method: 'DELETE', headers })).status;
    assert.deepEqual([await remove(), (await fetch(url)).status], [401, 200]);
    assert.deepEqual([await remove(own), (await fetch(url)).status, await remove(own)], [200, 404, 404]);
    assert.equal((await ask()).url, url);
    assert.equal((await fetch(url)).status, 200);
  });

  it('have a rate of their own', async () => {
    const { url, ask } = await link();
    await service.admin('', { method: 'PATCH', body: { limits: { linkRequestsPerSecond: 1, requestsPerSecond: 50 } } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(url)));
    const refused = answers.find(({ status }) => status === 429);
    assert.match(refused?.headers.get('ratelimit') ?? '', /^"links";r=0;t=[12]/);
    assert.equal((await ask()).url, url, 'signed URLs still work');
    const limits = { linkRequestsPerSecond: 'default', requestsPerSecond: 'default' };
    await service.admin('', { method: 'PATCH', body: { limits } });
    assert.equal((await fetch(url)).status, 200);
  });

  it('add what they deliver to the usage', async () => {
    const { url, body, ask } = await link(other);
    const signed = await ask({}, { range: 'bytes=10-19' });
    assert.deepEqual(signed.body, body.subarray(10, 20));
    for (const range of ['bytes=0-', 'bytes=0-9', `bytes=${body.length}-`]) await fetch(url, { headers: { range } });
    const own = new BearerClient(`http://127.0.0.1:${service.publicPorts[0]}`, other.id, other.secret);
    const used = async () => {
      const { json } = await own.call<{ days: DayOfUsage[] }>('GET', '/v1/account/usage');
      const { deliveredBytes = 0, cachedAnswers = 0 } = json.days.at(-1) ?? {};
      return { deliveredBytes, cachedAnswers };
    };
    await until('all deliveries are in the usage', async () => (await used()).cachedAnswers >= 3);
    assert.deepEqual(await used(), { deliveredBytes: body.length + 20, cachedAnswers: 3 });
    const metrics = await (await fetch(`http://127.0.0.1:${service.apis[0]?.privatePort}/metrics`)).text();
    const delivered = Number(/^tintype_delivered_bytes_total(?:\{.*\})? (\d+)/m.exec(metrics)?.[1]);
    assert.ok(delivered > body.length + 10, `${delivered} bytes, those of other tests included`);
    assert.match(metrics, /^tintype_http_requests_total\{route="\/files\/:token\/:name",status="206"/m);
  });

  it('count towards the bandwidth', async () => {
    const { url } = await link();
    await service.admin('', { method: 'PATCH', body: { limits: { bandwidthBytesPerDay: 0 } } });
    const refused = await fetch(url);
    assert.equal(refused.status, 429);
    assert.ok(refused.headers.get('retry-after'));
    await service.admin('', { method: 'PATCH', body: { limits: { bandwidthBytesPerDay: 'default' } } });
    assert.equal((await fetch(url)).status, 200);
  });
});
