import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import {
  CallFailed,
  Connector,
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
  UpstreamConnector,
} from '@tintype/runtime';
import { attacksOnCalls, forbiddenLiterals, forbiddenNames, ownAddresses } from '../../../kit/attacks/addresses.js';
import { makeCertificate } from '../../../kit/egress/certificate.js';
import { startStage } from '../../../kit/egress/egress-stage.js';
import { startRawServer } from '../../../kit/egress/odd-servers.js';
import { startHttpUpstream } from '../../../kit/egress/upstream-proxy.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';
import { unusedPort } from '../../../kit/process/unused-port.js';
import { until } from '../../../kit/until.js';

const maxBytes = 10_000;
const bomb = gzipSync(Buffer.alloc(100 * maxBytes));

const answers: Record<string, RequestListener> = {
  '/exact': (_, response) => response.end(Buffer.alloc(maxBytes)),
  '/long': (_, response) => response.end(Buffer.alloc(maxBytes + 1)),
  '/announced': ({ method }, response) => {
    response.writeHead(200, { 'content-length': 2 ** 40 });
    if (method === 'HEAD') response.end();
    else response.write('a');
  },
  '/chunks': (_, response) => void response.write(Buffer.alloc(maxBytes), () => response.end('1')),
  '/bomb': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  '/silent': () => undefined,
  '/half': (_, response) => void response.writeHead(200, { 'content-length': 10 }).write('half'),
  '/echo': (request, response) => {
    response.writeHead(201, { 'x-method': request.method, 'x-host': request.headers.host });
    request.pipe(response);
  },
};

const serve: RequestListener = (request, response) => {
  const status = /^\/redirect\/(\d+)/.exec(request.url ?? '')?.[1];
  if (status) response.writeHead(Number(status), { location: forbiddenUrl() });
  const answer = answers[request.url ?? ''] ?? (() => response.end('allowed'));
  answer(request, response);
};

/** Stands for a public server: the only open address. */
let allowed: Origin;
/** Every other address of this machine, and the open port at a closed address. */
let forbidden: Origin;
let twin: Origin;
let stage: Awaited<ReturnType<typeof startStage>>;
let fetch: GuardedFetch;

const forbiddenUrl = () => `http://127.0.0.1:${forbidden.port}/secret`;

const partsOf = ({ guard }: typeof stage) => ({ guard, connectTimeoutMs: 2000, onConnection: () => undefined });

const fetchOf = (from: typeof stage) => createGuardedFetch(new Connector(partsOf(from)));

before(async () => {
  allowed = await startOrigin('127.0.0.2', 0, serve);
  twin = await startOrigin('127.0.0.1', allowed.port, (_request, response) => response.end('forbidden'));
  forbidden = await startOrigin('::', 0, (_request, response) => response.end('forbidden'));
  stage = await startStage({ allow: '127.0.0.2' });
  fetch = fetchOf(stage);
});

after(async () => {
  await stage.close();
  await Promise.all([allowed, forbidden, twin].map((origin) => origin.close()));
});

const untouched = () => assert.equal(forbidden.connections + twin.connections, 0, 'nothing reached a forbidden server');

const limits = { timeoutMs: 20_000, maxBytes };

/** The body, or the error code. */
const call = async (url: string, request: Partial<GuardedRequest> = {}, by = fetch): Promise<string> => {
  try {
    return (await by(url, { ...limits, ...request })).body.toString();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    assert.doesNotMatch(error.message, /\d|::/, 'the message names no address');
    return error.code;
  }
};

const at = (path: string) => `http://127.0.0.2:${allowed.port}${path}`;

describe('our own calls', { timeout: 120_000 }, () => {
  it('send a request and return the response', async () => {
    stage.dns.set('echo.test', { a: ['127.0.0.2'] });
    const url = `http://echo.test:${allowed.port}/echo`;
    const { status, headers, body } = await fetch(url, { ...limits, method: 'POST', body: 'text' });
    const { 'x-method': method, 'x-host': host } = headers;
    assert.deepEqual([status, method, host, String(body)], [201, 'POST', `echo.test:${allowed.port}`, 'text']);
  });

  for (const [form, hosts] of [...forbiddenLiterals, ['this machine’s own', ownAddresses()] as const]) {
    for (const host of hosts)
      it(`literal forms: ${form}: ${host}: the guard refuses the address`, async () => {
        for (const scheme of ['http', 'https']) {
          const url = `${scheme}://${host}:${forbidden.port}/`;
          // The WHATWG URL standard has no zone ids.
          assert.equal(await call(url), URL.canParse(url) ? 'target_blocked' : 'invalid_url');
        }
        untouched();
      });
  }

  for (const [name, reply] of forbiddenNames)
    it(`private addresses: ${name} ${JSON.stringify(reply)}: the guard refuses the address`, async () => {
      stage.dns.set(name, reply);
      assert.equal(await call(`http://${name}:${forbidden.port}/`), 'target_blocked');
      untouched();
    });

  it('connect only to the open addresses of a name', async () => {
    stage.dns.set('mixed.test', { a: ['127.0.0.1', '127.0.0.2'], aaaa: ['::1', 'fd00::1'] });
    assert.equal(await call(`http://mixed.test:${allowed.port}/`), 'allowed');
    untouched();
  });

  it(`rebinding: ${attacksOnCalls.rebinding}: each is resolved once, and judged`, async () => {
    const good = { a: ['127.0.0.2'] };
    stage.dns.set('rebind.test', good, good, { a: ['127.0.0.1'], aaaa: ['::1'] });
    const before = allowed.connections;
    const url = `http://rebind.test:${allowed.port}/`;
    assert.deepEqual([await call(url), await call(url)], ['allowed', 'allowed']);
    assert.equal(stage.dns.lookups('rebind.test'), 2);
    assert.equal(allowed.connections, before + 2, 'no connection is kept');
    assert.equal(await call(url), 'target_blocked');
    untouched();
  });

  it(`redirects: ${attacksOnCalls.redirects}: are answers like any other`, async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const answer = await fetch(at(`/redirect/${status}`), { ...limits, method: 'POST', body: 'x' });
      assert.deepEqual([answer.status, answer.headers.location], [status, forbiddenUrl()]);
    }
    untouched();
  });

  it('connect to none of our own ports, although everything is allowed', async () => {
    await using mine = await startStage({ allow: '0.0.0.0/0, ::/0', ownPorts: [forbidden.port] });
    for (const host of ['127.0.0.1', '2130706433', '[::1]', 'localhost'])
      assert.equal(await call(`http://${host}:${forbidden.port}/`, {}, fetchOf(mine)), 'target_blocked');
    untouched();
  });

  const noWebAddresses: [string, RegExp][] = [
    ...['ftp://127.0.0.2/', 'file:///etc/passwd', 'data:,x'].map((url): [string, RegExp] => [url, /`http:\/\/`/]),
    ...['http://user:pass@127.0.0.2/', 'http://user@127.0.0.2/'].map((url): [string, RegExp] => [url, /password/]),
    ...['//x', '', 'http://a b/'].map((url): [string, RegExp] => [url, /is not valid/]),
  ];
  for (const [url, message] of noWebAddresses)
    it(`refuse what is not a plain web URL, with the reason: "${url}"`, () =>
      assert.rejects(fetch(url, limits), { code: 'invalid_url', message }));
});

describe('an answer to our own call', { timeout: 120_000 }, () => {
  it('may be as long as the limit', async () => assert.equal((await call(at('/exact'))).length, maxBytes));

  it('to HEAD has a length and no body', async () => {
    const { headers, body } = await fetch(at('/announced'), { ...limits, method: 'HEAD' });
    assert.deepEqual([headers['content-length'], body.length], [String(2 ** 40), 0]);
  });

  for (const path of ['/long', '/announced', '/chunks'])
    it(`is cut above the limit: ${path}`, async () => assert.equal(await call(at(path)), 'result_too_large'));

  it('is left unread at any length if only its head is asked for', async () => {
    for (const path of ['/long', '/announced', '/chunks', '/half']) {
      const { status, body } = await fetch(at(path), { ...limits, headOnly: true });
      assert.deepEqual([status, body.length], [200, 0], path);
    }
  });

  it('stays compressed', async () => {
    assert.deepEqual((await fetch(at('/bomb'), limits)).body, bomb);
  });

  for (const path of ['/silent', '/half'])
    it(`has a time limit: ${path}`, async () => assert.equal(await call(at(path), { timeoutMs: 300 }), 'timeout'));

  it('has a time limit that includes the look-up of the name', async () => {
    stage.dns.set('slow.test', { drop: true });
    assert.equal(await call('http://slow.test/', { timeoutMs: 100 }), 'timeout');
  });

  it('ends with its connection when the caller aborts', async () => {
    const leaving = new AbortController();
    const before = allowed.requests.length;
    const called = call(at('/silent'), { signal: leaving.signal });
    await until('the server has the request', () => allowed.requests.length > before);
    leaving.abort(new Error('left'));
    await assert.rejects(called, /left/);
    await until('the connection has ended', () => allowed.open.size === 0);
    await assert.rejects(call(at('/'), { signal: leaving.signal }), /left/);
  });

  it('that does not arrive has a reason', async () => {
    assert.equal(await call(`http://127.0.0.2:${await unusedPort()}/`), 'target_unreachable');
    assert.equal(await call('http://missing.test/'), 'target_dns');
    const replies: Record<string, string> = { '/none': 'SSH-2.0-x\r\n', '/empty': '', '/cut': 'HTTP/1.1 200 OK\r\n\r' };
    const raw = await startRawServer('127.0.0.2', (target, socket) => socket.end(replies[target] ?? ''));
    for (const path of Object.keys(replies))
      assert.equal(await call(`http://127.0.0.2:${raw.port}${path}`), 'target_unreachable');
    await raw.close();
  });
});

describe('our own calls by https', { timeout: 120_000 }, () => {
  it('accept only a trusted certificate of the host', async (t) => {
    const { key, cert } = makeCertificate('good.test', '127.0.0.2');
    const names: unknown[] = [];
    const server = createSecureServer({ key, cert }, (request, response) => {
      names.push((request.socket as TLSSocket & { servername: unknown }).servername);
      response.end('secure');
    }).listen(0, '127.0.0.2');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const name of ['good.test', 'bad.test']) stage.dns.set(name, { a: ['127.0.0.2'] });
    assert.equal(await call(`https://good.test:${port}/`), 'target_tls', 'its certificate is not trusted yet');
    setDefaultCACertificates([...getCACertificates('default'), cert]);
    assert.equal(await call(`https://good.test:${port}/`), 'secure');
    assert.equal(await call(`https://good.test.:${port}/`), 'secure');
    assert.equal(await call(`https://127.0.0.2:${port}/`), 'secure');
    assert.equal(await call(`https://bad.test:${port}/`), 'target_tls');
    assert.deepEqual(names, ['good.test', 'good.test', false]);
  });

  it('fail with `target_tls` if a server speaks no TLS or closes the connection', async () => {
    assert.equal(await call(`https://127.0.0.2:${allowed.port}/`), 'target_tls');
    const server = await startRawServer('127.0.0.2', () => undefined);
    const called = call(`https://127.0.0.2:${server.port}/`);
    await until('it is called', () => server.open.size > 0);
    for (const socket of server.open) socket.resetAndDestroy();
    assert.equal(await called, 'target_unreachable');
    await server.close();
  });
});

describe("our own calls through an account's proxy", { timeout: 120_000 }, () => {
  it('pass through it with its login', async (t) => {
    const proxy = await startHttpUpstream();
    const site = await startOrigin('127.0.0.1', 0, (_request, response) => response.end('by proxy'));
    const mine = await startStage({ allow: '127.0.0.1' });
    t.after(() => Promise.all([proxy, site, mine].map((each) => each.close())));
    const through = (url: string) => createGuardedFetch(new UpstreamConnector(partsOf(mine), new URL(url)));
    const there = `unknown.test:${site.port}`;
    assert.equal(await call(`http://${there}/`, {}, through(proxy.url)), 'by proxy');
    assert.deepEqual(proxy.asked, [`CONNECT ${there}`]);
    assert.equal(await call(`http://${there}/`, {}, through(proxy.wrongUrl)), 'target_unreachable');
    assert.equal(mine.guard.explain('unknown.test', site.port), 'upstream-login');
  });

  it('ask it for no forbidden address, however it is written', async () => {
    const proxy = await startHttpUpstream();
    await using mine = await startStage({ allow: `127.0.0.1:${proxy.port}` });
    const through = createGuardedFetch(new UpstreamConnector(partsOf(mine), new URL(proxy.url)));
    for (const host of [...forbiddenLiterals.flatMap(([, hosts]) => hosts), ...ownAddresses()]) {
      const url = `http://${host}:${forbidden.port}/`;
      assert.equal(await call(url, {}, through), URL.canParse(url) ? 'target_blocked' : 'invalid_url', host);
    }
    assert.deepEqual(proxy.asked, []);
    await proxy.close();
    untouched();
  });
});
