import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { createResolver } from '@tintype/runtime';
import { forbiddenLiterals, forbiddenNames, ownAddresses, rebindings } from '../../../kit/attacks/addresses.js';
import { exchangeBytes, fetchThrough, openTunnel, startStage } from '../../../kit/egress/egress-stage.js';
import { startHttpUpstream } from '../../../kit/egress/upstream-proxy.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';
import { until } from '../../../kit/until.js';

/** Stands for a public server: the only open address and port. */
let allowed: Origin;
/** Every other address of this machine, and the open port at a closed address. */
let forbidden: Origin;
let twin: Origin;
let stage: Awaited<ReturnType<typeof startStage>>;

before(async () => {
  allowed = await startOrigin('127.0.0.2', 0, (request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: `http://127.0.0.1:${forbidden.port}/secret` });
    response.end('allowed');
  });
  twin = await startOrigin('127.0.0.1', allowed.port, (_request, response) => response.end('forbidden'));
  forbidden = await startOrigin('::', 0, (_request, response) => response.end('forbidden'));
  stage = await startStage({ allow: `127.0.0.2:${allowed.port}` });
});

after(async () => {
  await stage.close();
  await Promise.all([allowed, forbidden, twin].map((origin) => origin.close()));
});

const untouched = () => assert.equal(forbidden.connections + twin.connections, 0, 'nothing reached a forbidden server');

const byConnect = async (authority: string) => {
  const reply = await exchangeBytes(stage.proxy.port, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  return reply.replaceAll('\r\n', '|');
};

const byRequest = async (authority: string) => (await fetchThrough(stage.proxy.port, `http://${authority}/x`))?.body;

const byUpgrade = (authority: string) => {
  const head = `GET http://${authority}/x HTTP/1.1\r\nHost: ${authority}\r\n`;
  return exchangeBytes(stage.proxy.port, `${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
};

const refusal = '|Content-Length: 0|Connection: close||';

const refused = async (hostname: string, port: number, reason: 'blocked' | 'dns') => {
  const authority = `${hostname}:${port}`;
  const status = reason === 'blocked' ? '403 Forbidden' : '502 Bad Gateway';
  assert.equal(await byConnect(authority), `HTTP/1.1 ${status}${refusal}`);
  assert.equal(await byRequest(authority), undefined, 'no response');
  assert.equal(await byUpgrade(authority), '', 'no response');
  assert.equal(stage.guard.explain(hostname, port), reason);
  untouched();
};

describe('literal forms', () => {
  for (const [form, hosts] of [...forbiddenLiterals, ['this machine’s own', ownAddresses()] as const]) {
    for (const host of hosts) {
      test(`${form}: ${host}: the proxy refuses the address`, () => refused(host, forbidden.port, 'blocked'));
    }
  }

  test('each behind an upstream proxy: the upstream is asked for none', async () => {
    const upstream = await startHttpUpstream();
    const open = await startOrigin('127.0.0.1', 0, (_request, response) => response.end('open'));
    await using behind = await startStage({ allow: `127.0.0.1:${upstream.port}, 127.0.0.1:${open.port}` });
    behind.proxy.useUpstream(new URL(upstream.url));
    const control = `http://127.0.0.1:${open.port}/`;
    assert.equal((await fetchThrough(behind.proxy.port, control))?.body, 'open');
    const asked = [...upstream.asked];
    assert.match(asked.join(), new RegExp(`127.0.0.1:${open.port}`), 'control: the upstream is asked');
    for (const host of [...forbiddenLiterals.flatMap(([, hosts]) => hosts), ...ownAddresses()]) {
      const authority = `${host}:${forbidden.port}`;
      const connect = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
      assert.match(await exchangeBytes(behind.proxy.port, connect), /^HTTP\/1\.1 403 /, host);
      assert.equal(await fetchThrough(behind.proxy.port, `http://${authority}/x`), undefined, host);
    }
    assert.deepEqual(upstream.asked, asked);
    await upstream.close();
    await open.close();
    untouched();
  });
});

describe('names', () => {
  for (const [name, reply] of forbiddenNames) {
    test(`private addresses: ${name} ${JSON.stringify(reply)}: the proxy refuses the address`, async () => {
      stage.dns.set(name, reply);
      await refused(name, forbidden.port, 'blocked');
    });
  }

  test('empty.test', async () => {
    stage.dns.set('empty.test', {});
    await refused('empty.test', forbidden.port, 'dns');
  });

  test('missing.test', () => refused('missing.test', forbidden.port, 'dns'));

  test('uses only the open addresses of mixed answers', async () => {
    stage.dns.set('mixed.test', { a: ['127.0.0.1', '127.0.0.2'], aaaa: ['::1', 'fd00::1'] });
    assert.equal(await byRequest(`mixed.test:${allowed.port}`), 'allowed');
    const { status, socket } = await openTunnel(stage.proxy.port, `mixed.test:${allowed.port}`);
    socket.destroy();
    assert.equal(status, 200);
    untouched();
  });
});

describe('rebinding', () => {
  const good = { a: ['127.0.0.2'] };
  const evil = { a: ['127.0.0.1'], aaaa: ['::1'] };

  test(`${rebindings.tunnel}: resolved once`, async () => {
    stage.dns.set('rebind1.test', good, evil);
    const { status, socket } = await openTunnel(stage.proxy.port, `rebind1.test:${allowed.port}`);
    socket.destroy();
    assert.equal(status, 200);
    assert.equal(stage.dns.lookups('rebind1.test'), 1);
    await refused('rebind1.test', allowed.port, 'blocked');
  });

  test(`${rebindings.request}: resolved once`, async () => {
    stage.dns.set('rebind2.test', good, evil);
    assert.equal(await byRequest(`rebind2.test:${allowed.port}`), 'allowed');
    assert.equal(stage.dns.lookups('rebind2.test'), 1);
    await refused('rebind2.test', allowed.port, 'blocked');
  });

  test(`${rebindings.kept}: each is judged`, async () => {
    stage.dns.set('rebind3.test', good, good, evil);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = allowed.connections;
    const get = () => fetchThrough(stage.proxy.port, `http://rebind3.test:${allowed.port}/`, { agent });
    assert.equal((await get())?.body, 'allowed');
    assert.equal((await get())?.body, 'allowed');
    assert.equal(allowed.connections, before + 1, 'the connection was kept');
    assert.equal(await get(), undefined);
    assert.equal(stage.dns.lookups('rebind3.test'), 3);
    untouched();
    agent.destroy();
  });
});

test('leaves a redirect to the browser, and judges it then', async () => {
  const reply = await fetchThrough(stage.proxy.port, `http://127.0.0.2:${allowed.port}/redirect`);
  const location = String(reply?.headers.location);
  assert.equal(reply?.status, 302);
  assert.equal(await fetchThrough(stage.proxy.port, location), undefined);
  untouched();
});

describe('name servers', () => {
  test('a slow name delays no other request, and ends in time', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}.slow.test`);
    for (const name of names) stage.dns.set(name, { drop: true });
    stage.dns.set('fast.test', { a: ['127.0.0.2'] });
    const slow = Promise.all(names.map((name) => byRequest(`${name}:${allowed.port}`)));
    let slowIsOver = false;
    const over = slow.then(() => {
      slowIsOver = true;
    });
    await until('all slow names are asked', () => names.every((name) => stage.dns.lookups(name) > 0));
    const fast = Array.from({ length: 50 }, () => byRequest(`fast.test:${allowed.port}`));
    assert.deepEqual(new Set(await Promise.all(fast)), new Set(['allowed']));
    assert.equal(slowIsOver, false);
    await over;
    assert.deepEqual(new Set(await slow), new Set([undefined]));
    assert.equal(stage.guard.explain('0.slow.test', allowed.port), 'dns');
  });

  test('asks once for a name that several connections need', async () => {
    stage.dns.set('burst.test', { a: ['127.0.0.2'] });
    const resolver = createResolver({ servers: [stage.dns.address], cacheMs: 0 });
    const burst = await Promise.all(Array.from({ length: 20 }, () => resolver.resolve('burst.test')));
    assert.deepEqual(new Set(burst.map(([first]) => first?.address)), new Set(['127.0.0.2']));
    assert.equal(stage.dns.lookups('burst.test'), 1);
  });

  test('caches an answer, but judges it again', async () => {
    await using cached = await startStage({ allow: '127.0.0.2', cacheMs: 60_000 });
    cached.dns.set('kept.test', { a: ['127.0.0.2'] }, { a: ['127.0.0.1'] });
    const get = () => fetchThrough(cached.proxy.port, `http://kept.test:${allowed.port}/`);
    assert.deepEqual([(await get())?.body, (await get())?.body], ['allowed', 'allowed']);
    assert.equal(cached.dns.lookups('kept.test'), 1);
  });
});

describe('our own sockets', () => {
  const open = '0.0.0.0/0, ::/0, own.test';
  const spellings = [
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '[::]',
    'localhost',
    'own.test',
  ];

  for (const hostname of spellings) {
    test(`${hostname}: refused although everything is allowed`, async () => {
      await using mine = await startStage({ allow: open, ownPorts: [forbidden.port] });
      mine.dns.set('own.test', { a: ['127.0.0.1'], aaaa: ['::1'] });
      for (const port of [forbidden.port, mine.proxy.port]) {
        const { status, socket } = await openTunnel(mine.proxy.port, `${hostname}:${port}`);
        socket.destroy();
        assert.equal(status, 403);
        assert.equal(await fetchThrough(mine.proxy.port, `http://${hostname}:${port}/`), undefined);
        assert.equal(mine.guard.explain(hostname, port), 'blocked');
      }
      untouched();
    });
  }

  test('the internal exception is one address and one port', async () => {
    const example = await startOrigin('127.0.0.1', 0, (_request, response) => response.end('example'));
    const internal = [{ host: '127.0.0.1', port: example.port }];
    await using mine = await startStage({ internal, ownPorts: [example.port, forbidden.port] });
    mine.dns.set('own.test', { a: ['127.0.0.1'] });
    const get = async (authority: string) => (await fetchThrough(mine.proxy.port, `http://${authority}/`))?.body;
    assert.equal(await get(`127.0.0.1:${example.port}`), 'example');
    assert.equal(await get(`127.0.0.1:${forbidden.port}`), undefined);
    assert.equal(await get(`127.1:${example.port}`), undefined);
    assert.equal(await get(`localhost:${example.port}`), undefined);
    assert.equal(await get(`own.test:${example.port}`), undefined);
    assert.equal(example.connections, 1);
    untouched();
    await example.close();
  });
});

test('reports connections only by kind and outcome', async () => {
  await using mine = await startStage({ allow: '127.0.0.2' });
  await fetchThrough(mine.proxy.port, `http://127.0.0.2:${allowed.port}/?secret`);
  await fetchThrough(mine.proxy.port, 'http://10.0.0.1/?secret');
  await fetchThrough(mine.proxy.port, 'http://missing.test/?secret');
  (await openTunnel(mine.proxy.port, `127.0.0.2:${allowed.port}`)).socket.destroy();
  assert.deepEqual(mine.outcomes, ['forward open', 'forward blocked', 'forward dns', 'tunnel open']);
});
