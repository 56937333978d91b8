import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';

import { freePorts } from '@tintype/standalone/testing';
import { startUntrusted } from '../../../kit/egress/odd-servers.js';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { announcementOf } from '../../../kit/render/render-job.js';
import { type Process, type Service, startService, tester, untilReady } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

const password = Buffer.from('me:open sesame').toString('base64url');

/** Asks for a password, and shows the one it got. */
const guarded: import('../../../kit/pages/pages.js').PageHandler = (request, response) => {
  const given = request.headers.authorization;
  if (given === `Basic ${Buffer.from('me:open sesame').toString('base64')}`) response.end('in');
  else response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('out');
};

const pages = {
  '/page': html('<h1>page</h1>'),
  '/counted': html('<h1>counted</h1>'),
  '/slow': (_: unknown, response: import('node:http').ServerResponse) => {
    setTimeout(() => response.setHeader('content-type', 'text/html').end('<h1>slow</h1>'), 1000);
  },
  '/silent': () => undefined,
  '/leaving': html('<script>setTimeout(()=>{location="/page?left"},300)</script>'),
  '/hasty': (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
    const milliseconds = Number(new URL(request.url ?? '', 'http://x').search.slice(1));
    html(`<i id="x">x</i><script>setTimeout(()=>{location='/arrived'},${milliseconds})</script>`)(request, response);
  },
  '/arrived': html('<i id="x">x</i><h1>arrived</h1>'),
  '/sneaking': (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
    const target = decodeURIComponent(new URL(request.url ?? '', 'http://x').search.slice(1));
    html(`<script>location=${JSON.stringify(target)}</script>`)(request, response);
  },
  '/spinning': html('<script>onload=()=>setTimeout(()=>{for(;;);},3)</script>'),
  '/guarded': guarded,
  '/agent': html('<h1>agent</h1>'),
  '/download': (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('bytes');
  },
  '/loop': (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(302, { location: '/loop' }).end();
  },
  '/broken': html('<h1>broken</h1>'),
  '/error': (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>error</h1>');
  },
  '/moved': (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
    response.writeHead(302, {
      location: `http://localhost:${new URL(request.url ?? '', 'http://x').search.slice(1)}/`,
    });
    response.end();
  },
} as const;

/** The process id of the browser that a node started last. */
const browserOf = (node: Process): number => {
  const started = node.log.filter((line) => line.includes('"browser started"')).at(-1);
  return Number(JSON.parse(started ?? '{}').pid);
};

describe('render path', () => {
  let site: PageServer;
  let service: Service;
  let closedPort = 0;
  let untrusted: Awaited<ReturnType<typeof startUntrusted>>;

  before(async () => {
    site = await startPages(pages);
    [closedPort = 0] = await freePorts(1);
    untrusted = await startUntrusted();
    const allow = [site.port, closedPort, untrusted.port].map((port) => `127.0.0.1:${port}`).join(',');
    service = await startService({ allow, apis: 2, nodes: 1 });
  });
  after(async () => {
    await service?.stop();
    await site?.close();
    untrusted?.server.close();
  });

  const get = (path: string, options: Record<string, string> = {}, request = {}) =>
    service.get({ url: site.url(path), ...options }, request);

  it('serves a repeated request from the cache, on every replica, and 304 to a client that has it', async () => {
    const first = await get('/counted');
    assert.deepEqual([first.status, first.headers.get('x-cache')], [200, 'MISS']);
    const again = await get('/counted', {}, { api: 1 });
    assert.deepEqual([again.status, again.headers.get('x-cache')], [200, 'HIT']);
    assert.deepEqual(again.body, first.body);
    const etag = first.headers.get('etag') ?? '';
    const known = await get('/counted', {}, { headers: { 'if-none-match': etag } });
    assert.deepEqual([known.status, known.body.length], [304, 0]);
    assert.match(first.headers.get('cache-control') ?? '', /^private, max-age=60\d{4}$/);
    assert.equal(site.hits('/counted'), 1);
  });

  it('repeats a hit without the routes, until its secret is deleted', async () => {
    const { secret, secretId } = await service.admin<Record<string, string>>('/secrets', { method: 'POST', body: {} });
    const account = { ...tester, secret: secret ?? '' };
    const url = service.signed(new URLSearchParams({ url: site.url('/counted') }).toString(), { account });
    const ask = async () => {
      const [response] = (await once(httpGet(url, { agent: false }), 'response')) as [IncomingMessage];
      // The routes write `X-Cache`, a repeated hit `x-cache`.
      const isRepeated = response.rawHeaders.includes('x-cache');
      const { etag, 'x-cache': cache } = response.headers;
      return { isRepeated, status: response.statusCode, etag, cache, body: await buffer(response) };
    };
    const hit = await ask();
    assert.deepEqual([hit.status, hit.cache, hit.isRepeated], [200, 'HIT', false]);
    // A record is kept once it is known to be charged.
    const isRepeated = async () => (await ask()).isRepeated;
    await until('the hit is repeated', isRepeated);
    assert.deepEqual(await ask(), { ...hit, isRepeated: true });
    await service.admin(`/secrets/${secretId}`, { method: 'DELETE' });
    assert.equal((await ask()).status, 401);
  });

  it('answers HEAD from the cache, and without rendering', async () => {
    const hit = await get('/counted', {}, { method: 'HEAD' });
    assert.deepEqual([hit.status, hit.headers.get('content-type'), hit.body.length], [200, 'image/png', 0]);
    assert.ok(Number(hit.headers.get('content-length')) > 1000);
    const hits = site.hits('/page');
    const headers = { accept: 'image/webp' };
    const unknown = await get('/page', { timestamp: 'head', bestFormat: 'true' }, { method: 'HEAD', headers });
    const [type, vary, etag] = ['content-type', 'vary', 'etag'].map((name) => unknown.headers.get(name));
    assert.deepEqual([unknown.status, type, vary, etag], [200, 'image/webp', 'Accept', null]);
    assert.equal(site.hits('/page'), hits);
  });

  it('renders anew for fresh, a timestamp and an unknown option, and keeps the fresh one', async () => {
    const [before] = [site.hits('/counted')];
    for (const options of [{ fresh: 'true' }, { timestamp: '2' }, { nonsense: '1' }]) {
      const answer = await get('/counted', options as Record<string, string>);
      assert.equal(answer.headers.get('x-cache'), 'MISS');
    }
    assert.equal(site.hits('/counted'), before + 3);
    assert.equal((await get('/counted')).headers.get('x-cache'), 'HIT');
  });

  it('renders with the options of a preset, and anew when the preset has changed, on every replica', async () => {
    const store = (vw: number) =>
      service.admin('/presets/small', { method: 'PUT', body: { endpoint: 'image', options: { vw, vh: 200 } } });
    const widthOf = ({ body }: { body: Buffer }) => body.readUInt32BE(16);
    await store(300);
    const first = await get('/page', { preset: 'small' });
    assert.deepEqual([first.status, first.headers.get('x-cache'), widthOf(first)], [200, 'MISS', 300]);
    await store(300);
    assert.equal((await get('/page', { preset: 'small' })).headers.get('x-cache'), 'HIT');
    await store(400);
    assert.equal(widthOf(await get('/page', { preset: 'small' })), 400);
    await until('the other replica has it too', async () => {
      const answer = await get('/page', { preset: 'small' }, { api: 1 });
      return answer.headers.get('x-cache') === 'HIT' && widthOf(answer) === 400;
    });
  });

  it('renders identical requests in flight once, over replicas', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => get('/slow', {}, { api: index % 2 })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const caches = answers.map(({ headers }) => headers.get('x-cache')).sort();
    assert.deepEqual([caches.filter((cache) => cache === 'MISS').length, caches.includes('COALESCED')], [1, true]);
    assert.equal(site.hits('/slow'), 1);
    const metrics = await (await fetch(`http://127.0.0.1:${service.nodes[0]?.privatePort}/metrics`)).text();
    assert.match(metrics, /tintype_render_jobs_total\{outcome="stored"/);
    assert.doesNotMatch(metrics, /outcome="unwanted"/);
  });

  it('answers what the page answers, with its status', async () => {
    for (const [path, status] of [
      ['/nowhere', '404'],
      ['/error', '500'],
    ] as const) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.headers.get('x-target-status')], [200, status]);
    }
  });

  it('gives a password to the page that asks, and sends the user agent it was given', async () => {
    assert.equal((await get('/guarded', { httpAuth: password })).headers.get('x-target-status'), '200');
    const wrong = Buffer.from('me:wrong').toString('base64url');
    assert.equal((await get('/guarded', { httpAuth: wrong })).headers.get('x-target-status'), '401');
    assert.equal((await get('/guarded')).headers.get('x-target-status'), '401');
  });

  it('says why a page could not be loaded', async () => {
    const cases: [string, string, number, string][] = [
      ['a name that does not exist', 'http://no-such-host.invalid/', 502, 'target_dns'],
      ['a closed port', `http://127.0.0.1:${closedPort}/`, 502, 'target_unreachable'],
      ['a certificate that nobody trusts', `https://127.0.0.1:${untrusted.port}/`, 502, 'target_tls'],
      ['a private address', 'http://10.1.2.3/', 403, 'target_blocked'],
      ['the same by https', 'https://192.168.1.1/', 403, 'target_blocked'],
      ['our own api', service.signed('').replace(/key.*/, ''), 403, 'target_blocked'],
      ['a redirect to it', site.url(`/moved?${service.publicPorts[0]}`), 403, 'target_blocked'],
      ['a redirect to a port that browsers refuse', site.url('/moved?25'), 422, 'not_renderable'],
      ['a download', site.url('/download'), 422, 'not_renderable'],
      ['redirects without end', site.url('/loop'), 502, 'target_unreachable'],
    ];
    for (const [what, url, status, code] of cases) {
      const answer = await service.get({ url });
      assert.deepEqual([what, answer.status, answer.error().code], [what, status, code]);
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(answer.error().requestId, answer.headers.get('x-request-id'));
    }
  });

  it('says so too when the page itself navigates there', async () => {
    for (const [target, code] of [
      ['http://10.1.2.3/', 'target_blocked'],
      ['http://no-such-host.invalid/', 'target_dns'],
    ]) {
      const answer = await get(`/sneaking?${encodeURIComponent(target ?? '')}`);
      assert.deepEqual([answer.status >= 400, answer.error().code], [true, code]);
    }
  });

  it('is a picture of the page after a navigation during the wait', async () => {
    const left = await get('/leaving', { waitFor: 'h1', darkMode: 'true', full: 'true' });
    assert.deepEqual([left.status, left.headers.get('x-warnings')], [200, null]);
  });

  it('is a picture whenever the page navigates', async () => {
    for (let milliseconds = 0; milliseconds <= 60; milliseconds += 4) {
      const answer = await get(`/hasty?${milliseconds}`, { waitForId: 'x', darkMode: 'true' });
      assert.equal(answer.status, 200, `after ${milliseconds} ms`);
    }
  });

  it('does not cache a failure', async () => {
    const url = `http://127.0.0.1:${closedPort}/`;
    assert.equal((await service.get({ url })).status, 502);
    const server = createTcpServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'),
    );
    await new Promise<void>((resolve) => server.listen(closedPort, '127.0.0.1', resolve));
    assert.equal((await service.get({ url })).status, 200);
    server.close();
  });

  /** The node's message about a job with this much time. */
  const outcomeOf = async (pairs: Record<string, string>, milliseconds: number) => {
    const result = await announcementOf(service, { endpoint: 'image', pairs, milliseconds });
    return result.ok ? 'ok' : result.code;
  };

  it('ends at its job’s deadline at any step that the page delays', async () => {
    const spinning = { url: site.url('/spinning'), darkMode: 'true', transparent: 'true', full: 'true' };
    const silent = { url: site.url('/silent') };
    for (const round of ['1', '2', '3']) {
      const jobs = [silent, spinning, spinning].map((options, job) =>
        outcomeOf({ ...options, timestamp: `${round} ${job}` }, 1500),
      );
      assert.deepEqual(await Promise.all(jobs), ['timeout', 'timeout', 'timeout']);
    }
    assert.equal((await get('/page', { timestamp: 'after' })).status, 200);
  });

  it('takes times with fractions of milliseconds', async () => {
    assert.equal((await get('/page', { delay: '0.1234' })).status, 200);
    for (const milliseconds of [3000.5, 3001, 3001.25]) {
      assert.equal(await outcomeOf({ url: site.url('/page'), timestamp: `${milliseconds}` }, milliseconds), 'ok');
    }
  });

  it('survives a browser that is killed while it renders', async () => {
    const before = site.hits('/slow');
    const answer = get('/slow', { timestamp: 'killed' });
    await until('the page is asked for', () => site.hits('/slow') > before);
    process.kill(browserOf(service.nodes[0]!), 'SIGKILL');
    assert.equal((await answer).status, 200);
    await untilReady(service.nodes[0]!);
  });

  it('finishes its jobs before it stops', async () => {
    const before = site.hits('/slow');
    const answer = get('/slow', { timestamp: 'stopped' });
    await until('the page is asked for', () => site.hits('/slow') > before);
    await service.nodes[0]!.child.stop(25_000);
    assert.equal((await answer).status, 200);
    const waiting = get('/page', { timestamp: 'later' });
    await untilReady(await service.startNode());
    assert.equal((await waiting).status, 200);
  });

  it('says nothing secret in its logs', () => {
    const lines = [...service.apis, ...service.nodes].flatMap(({ log }) => log).join('\n');
    assert.match(lines, /"route":/);
    for (const secret of ['open sesame', password, 'secret"', 'url=', '/image?', site.url('/slow')]) {
      assert.ok(!lines.includes(secret), `the log has ${secret}`);
    }
  });
});
