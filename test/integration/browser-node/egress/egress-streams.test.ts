import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import {
  exchangeBytes,
  fetchThrough,
  openTunnel,
  startEgressProxy,
  startStage,
} from '../../../kit/egress/egress-stage.js';
import { startSilentServer } from '../../../kit/egress/odd-servers.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';
import { until } from '../../../kit/until.js';

let origin: Origin;
let stage: Awaited<ReturnType<typeof startStage>>;

const behaviours: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/echo': (incoming, response) => incoming.pipe(response),
  '/headers': (incoming, response) => response.end(JSON.stringify(incoming.rawHeaders)),
  '/never': () => undefined,
  '/half': (_incoming, response) => response.write('half'),
  '/cut': (_incoming, response) => response.write('half', () => response.socket?.destroy()),
  '/endless': (_incoming, response) => {
    const zeros = new Readable({ read: () => zeros.push(Buffer.alloc(65_536)) });
    zeros.pipe(response);
  },
  '/hop': (_incoming, response) => {
    const headers = { Connection: 'X-Hop', 'X-Hop': '1', 'Proxy-Authenticate': 'Basic', 'X-End': '2' };
    response.writeHead(200, headers).end('hop');
  },
  '/nothing': (_incoming, response) => response.writeHead(204).end(),
  '/close': (incoming, response) => response.setHeader('Connection', 'close').end(`bye ${incoming.headers.upgrade}`),
};

before(async () => {
  origin = await startOrigin('127.0.0.2', 0, (incoming, response) => {
    const behave = behaviours[incoming.url ?? ''];
    if (behave) behave(incoming, response);
    else response.end(`${incoming.method} ${incoming.url}`);
  });
  stage = await startStage({ allow: '127.0.0.2, 127.0.0.3', connectTimeoutMs: 1500 });
});

after(async () => {
  await stage.close();
  await origin.close();
});

const url = (path: string) => `http://127.0.0.2:${origin.port}${path}`;
const get = (path: string, options = {}) => fetchThrough(stage.proxy.port, url(path), options);
const start = (path: string, method = 'GET') =>
  request({ agent: false, host: '127.0.0.1', port: stage.proxy.port, path: url(path), method });

const quiet = () => until('the origin has no connection', () => origin.open.size === 0);

const size = 48 * 1024 * 1024;

/** Sends a large random body. Returns whether the same bytes came back. */
const echoes = async (sink: Writable, source: Promise<Readable>): Promise<boolean> => {
  const block = randomBytes(1024 * 1024);
  const sent = createHash('sha256');
  const received = createHash('sha256');
  const body = Readable.from(
    (function* () {
      for (let done = 0; done < size; done += block.length) {
        sent.update(block);
        yield block;
      }
    })(),
  );
  await Promise.all([pipeline(body, sink), source.then((stream) => pipeline(stream, received))]);
  return sent.digest('hex') === received.digest('hex');
};

describe('bodies', () => {
  test('stream both ways at once in absolute form', async () => {
    const outgoing = start('/echo', 'POST');
    assert.ok(
      await echoes(
        outgoing,
        once(outgoing, 'response').then(([incoming]) => incoming),
      ),
    );
  });

  test('stream both ways at once through a tunnel', async () => {
    const { socket } = await openTunnel(stage.proxy.port, `127.0.0.2:${origin.port}`);
    const outgoing = request({ createConnection: () => socket, path: '/echo', method: 'POST' });
    assert.ok(
      await echoes(
        outgoing,
        once(outgoing, 'response').then(([incoming]) => incoming),
      ),
    );
    socket.destroy();
  });

  test('the start of a response does not wait for the rest', async () => {
    const outgoing = start('/half').end();
    const [incoming] = await once(outgoing, 'response');
    const [first] = await once(incoming, 'data');
    assert.equal(String(first), 'half');
    incoming.on('error', () => undefined);
    outgoing.destroy();
    await quiet();
  });

  test('a chunked body of a GET stays inside its request', async () => {
    const inner = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    const body = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    const head = `GET ${url('/echo')} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    assert.ok((await exchangeBytes(stage.proxy.port, head + body)).includes(inner));
    assert.ok(!origin.requests.includes('GET /smuggled'));
  });

  for (const method of ['GET', 'HEAD']) {
    test(`${method} without a body`, async () => assert.equal((await get('/nothing', { method }))?.status, 204));
  }
});

describe('tunnels', () => {
  const inner = 'GET /close HTTP/1.1\r\nHost: a\r\n\r\n';

  test('bytes that come with CONNECT are not lost', async () => {
    const head = `CONNECT 127.0.0.2:${origin.port} HTTP/1.1\r\nHost: a\r\n\r\n`;
    assert.match(
      await exchangeBytes(stage.proxy.port, head + inner),
      / 200 Connection Established\r\n\r\nHTTP.* 200 .*bye/s,
    );
  });

  test('nor those that arrive during the look-up of the name', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    stage.dns.set('early.test', { a: ['127.0.0.2'], after: promise });
    const socket = connect(stage.proxy.port, '127.0.0.1');
    socket.write(`CONNECT early.test:${origin.port} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until('the name is asked', () => stage.dns.lookups('early.test') > 0);
    socket.write(inner, () => resolve());
    assert.match((await buffer(socket)).toString(), / 200 Connection Established\r\n\r\nHTTP.* 200 .*bye/s);
  });

  test('an upgrade in absolute form becomes one', async () => {
    const head = `GET ${url('/close')} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    assert.match(await exchangeBytes(stage.proxy.port, head), /^HTTP\/1.1 200 .*bye websocket$/s);
  });
});

describe('headers', () => {
  test('of the request: the host of the target, nothing for the proxy', async () => {
    const headers = {
      Host: 'evil.test',
      'Proxy-Authorization': 'secret',
      Connection: 'X-Hop',
      'X-Hop': '1',
      'X-End': '2',
    };
    const received = JSON.parse((await get('/headers', { headers }))?.body ?? '') as string[];
    assert.deepEqual(received, ['Host', `127.0.0.2:${origin.port}`, 'Connection', 'keep-alive', 'X-End', '2']);
  });

  test('of the response', async () => {
    const headers = (await get('/hop'))?.headers ?? {};
    assert.deepEqual([headers['x-hop'], headers['proxy-authenticate'], headers['x-end']], [undefined, undefined, '2']);
  });

  test('path and query arrive unchanged', async () => {
    assert.equal((await get('/a|b^c/%7E?q=%20|{}'))?.body, 'GET /a|b^c/%7E?q=%20|{}');
  });
});

describe('a side that leaves', () => {
  for (const path of ['/never', '/half', '/endless']) {
    test(`client during ${path}: the upstream ends`, async () => {
      await quiet();
      const outgoing = start(path).on('error', () => undefined);
      outgoing.end();
      await until('the origin is reached', () => origin.open.size === 1);
      outgoing.destroy();
      await quiet();
    });
  }

  test('client of a tunnel: the upstream ends', async () => {
    const { socket } = await openTunnel(stage.proxy.port, `127.0.0.2:${origin.port}`);
    await until('the origin is reached', () => origin.open.size === 1);
    socket.destroy();
    await quiet();
  });

  for (const method of ['CONNECT', 'GET']) {
    test(`client of ${method} while the guard judges: no connection`, async (context) => {
      const { promise, resolve } = Promise.withResolvers<readonly { address: string; family: 4 }[]>();
      let left: AbortSignal | undefined;
      const check = (_hostname: string, _port: number, signal?: AbortSignal) => {
        left = signal;
        return promise;
      };
      const recorded: string[] = [];
      const record = (hostname: string) => recorded.push(hostname);
      const proxy = await startEgressProxy({ guard: { check, recordReached: record, recordUnreachable: record } });
      context.after(proxy.close);
      const before = origin.connections;
      const socket = connect(proxy.port, '127.0.0.1');
      socket.write(`${method} ${method === 'GET' ? url('/') : `127.0.0.2:${origin.port}`} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await until('the guard is asked', () => left !== undefined);
      socket.destroy();
      await until('the proxy knows', () => left?.aborted === true);
      resolve([{ address: '127.0.0.2', family: 4 }]);
      await get('/after');
      assert.equal(origin.connections, before + 1);
      assert.deepEqual(recorded, []);
    });
  }

  test('upstream in the middle of a body: no complete response', async () => {
    assert.equal((await get('/cut'))?.body, 'cut off');
  });

  test('upstream between requests: the client’s connection ends too', async () => {
    const agent = new Agent({ keepAlive: true });
    await quiet();
    await get('/first', { agent });
    await until('the connection is kept', () => Object.keys(agent.freeSockets).length === 1);
    for (const socket of origin.open) socket.destroy();
    await until('the client knows', () => Object.keys(agent.freeSockets).length === 0);
    assert.equal((await get('/second', { agent }))?.body, 'GET /second');
    agent.destroy();
  });

  test('upstream after a response', async () => {
    assert.equal((await get('/close'))?.body, 'bye undefined');
  });
});

describe('no answer', () => {
  const unreachable = async (authority: string, host: string, port: number) => {
    const tunnel = await openTunnel(stage.proxy.port, authority);
    tunnel.socket.destroy();
    assert.equal(tunnel.status, 502);
    assert.equal(await fetchThrough(stage.proxy.port, `http://${authority}/`), undefined);
    assert.equal(stage.guard.explain(host, port), 'unreachable');
  };

  test('a closed port', () => unreachable(`127.0.0.3:${origin.port}`, '127.0.0.3', origin.port));

  test('the next address is tried when one refuses', async () => {
    stage.dns.set('second.test', { a: ['127.0.0.3', '127.0.0.2'] });
    assert.ok(await fetchThrough(stage.proxy.port, `http://second.test:${origin.port}/`));
  });

  test('a black hole costs its time-out, or a head start when there is another address', async () => {
    const silent = await startSilentServer('127.0.0.3', origin.port);
    await unreachable(`127.0.0.3:${origin.port}`, '127.0.0.3', origin.port);
    stage.dns.set('hole.test', { a: ['127.0.0.3', '127.0.0.2'] });
    assert.ok(await fetchThrough(stage.proxy.port, `http://hole.test:${origin.port}/`));
    assert.equal(stage.guard.explain('hole.test', origin.port), undefined);
    await silent.close();
  });
});

describe('not a request to a proxy', () => {
  const bad: [string, RegExp][] = [
    ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
    ['GET https://127.0.0.2/ HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
    ['GET http://u:p@127.0.0.2/ HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
    ['CONNECT 127.0.0.2 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
    ['CONNECT 127.0.0.2:99999 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1.1 400 /],
    ['GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', /^HTTP\/1.1 400 /],
    ['\0\x01\x02garbage\r\n\r\n', /^$/],
    ['\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', /^$/],
    [`GET http://127.0.0.2/ HTTP/1.1\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`, /^$/],
    ['POST http://127.0.0.2/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', /^$/],
  ];
  for (const [bytes, expected] of bad) {
    test(JSON.stringify(bytes.slice(0, 60)), async () => {
      const before = origin.connections;
      assert.match(await exchangeBytes(stage.proxy.port, bytes), expected);
      assert.equal(origin.connections, before);
      assert.equal((await get('/alive'))?.body, 'GET /alive');
    });
  }

  test('garbage after a request', async () => {
    const reply = await exchangeBytes(
      stage.proxy.port,
      `GET ${url('/x')} HTTP/1.1\r\nHost: a\r\n\r\n\0\x01garbage\r\n\r\n`,
    );
    assert.ok(!reply.includes('HTTP/1.1 400'), 'no page of ours');
    assert.equal((await get('/alive'))?.body, 'GET /alive');
  });
});
