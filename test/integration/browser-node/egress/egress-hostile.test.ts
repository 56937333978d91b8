import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { exchangeBytes, fetchThrough, startStage } from '../../../kit/egress/egress-stage.js';
import { startRawServer } from '../../../kit/egress/odd-servers.js';
import { until } from '../../../kit/until.js';

/** Any page can name a server with these answers. An exception in an event handler ends the whole render node. */
let server: Awaited<ReturnType<typeof startRawServer>>;
let stage: Awaited<ReturnType<typeof startStage>>;

const good = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nalive';
let answer: (socket: Socket) => void;

before(async () => {
  server = await startRawServer('127.0.0.2', (target, socket) => {
    if (target === '/alive') socket.end(good);
    else answer(socket);
  });
  stage = await startStage({ allow: '127.0.0.2' });
});

after(async () => {
  await stage.close();
  await server.close();
});

const get = (path: string, options = {}) =>
  fetchThrough(stage.proxy.port, `http://127.0.0.2:${server.port}${path}`, options);

const alive = async () => assert.equal((await get('/alive'))?.body, 'alive');

const keepsOpen = (bytes: string) => (socket: Socket) => socket.write(bytes, 'latin1');

/** The answer's bytes and the client's response; undefined: the connection closes without one. */
type Answer = [bytes: string, expected: string | undefined];

const length = 'Content-Length: 2\r\n\r\n';

const heads: Answer[] = [
  [`HTTP/1.1 200 O\x01K\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 \x7f\0\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 \xe4\xff\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 ${'x'.repeat(200_000)}\r\n${length}ab`, undefined],
  [`HTTP/1.1 000 OK\r\n${length}ab`, undefined],
  [`HTTP/1.1 099 OK\r\n${length}ab`, undefined],
  [`HTTP/1.1 999 OK\r\n${length}ab`, '999 ab'],
  [`HTTP/1.1 1000 OK\r\n${length}ab`, undefined],
  [`HTTP/1.1 -12 OK\r\n${length}ab`, undefined],
  [`HTTP/9.9 200 OK\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX: \x01\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX: \x7f\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX: a\0b\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX: \xe4\xff\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 OK\r\nX: a\r\n folded\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX Y: a\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX\xe4: a\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\n: a\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nX:\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 OK\r\nConnection: \x01\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nConnection: close, keep-alive, upgrade\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${length}ab`, undefined],
  [`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${length}ab`, undefined],
  ['HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab', undefined],
  ['HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nab', undefined],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n2\r\nab\r\n0\r\nX: 1\r\n\r\n', '200 ab'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX: \x01\r\n\r\n', '200 cut off'],
  ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab', '200 cut off'],
  [`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${length}2\r\nab\r\n0\r\n\r\n`, undefined],
  [`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`, undefined],
  ['HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nab', '204 '],
  ['HTTP/1.1 304 No\r\nContent-Length: 2\r\n\r\nab', '304 '],
  [`HTTP/1.1 103 Early \x01\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\n${length}ab`, '200 ab'],
  [`HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 102 Go\r\n\r\nHTTP/1.1 199 Go\r\n\r\n${good}`, '200 alive'],
  [`HTTP/1.1 200 OK\r\n${length}ab${good}`, '200 ab'],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n', undefined],
  ['HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x01a', undefined],
  [`HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n${length}ab`, '200 ab'],
  ['SSH-2.0-OpenSSH_9.2\r\n', undefined],
  ['\x16\x03\x01\x02\0\x01', undefined],
  ['ICY 200 OK\r\n\r\n', undefined],
];

describe('an upstream that answers', () => {
  for (const [bytes, expected] of heads) {
    test(JSON.stringify(bytes.slice(0, 90)), async () => {
      answer = keepsOpen(bytes);
      const seen = await get('/x');
      assert.equal(seen && `${seen.status} ${seen.body}`, expected);
      await alive();
    });
  }

  for (const head of ['HTTP/1.1 200 OK', 'HTTP/1.1 200 O\x01K', 'HTTP/1.1 101 S', 'HTTP/1.1 000 OK']) {
    test(`HEAD: a body behind ${JSON.stringify(head)}`, async () => {
      answer = keepsOpen(`${head}\r\n${length}ab`);
      const seen = await get('/x', { method: 'HEAD' });
      assert.equal(seen?.status, head.includes('200') ? 200 : undefined);
      await alive();
    });
  }

  test('no connection to it remains', () => until('none is', () => server.open.size === 0));
});

const nasty = [
  '\0',
  '\x01',
  '\x7f',
  '\xff',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  ':',
  ',',
  '0',
  '-1',
  '101',
  '099',
  'chunked',
];

/** Inserts hostile bytes into a message, mostly into its head. */
const mutated = (messages: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...messages),
      fc.array(fc.tuple(fc.nat(160), fc.nat(3), fc.constantFrom(...nasty)), { minLength: 1, maxLength: 5 }),
    )
    .map(([message, edits]) =>
      edits.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), message),
    );

const rounds = 1500;
const atOnce = 25;

describe('random bytes', () => {
  const each = async (messages: readonly string[], act: (bytes: string) => Promise<unknown>) => {
    const samples = fc.sample(mutated(messages), { numRuns: rounds, seed: 20_260_727 });
    for (let done = 0; done < rounds; done += atOnce) await Promise.all(samples.slice(done, done + atOnce).map(act));
    await alive();
  };

  test('from an upstream', async () => {
    const samples: string[] = [];
    answer = (socket) => socket.end(samples.pop() ?? good, 'latin1');
    await each(
      heads.map(([bytes]) => bytes.slice(0, 400)),
      async (bytes) => {
        samples.push(bytes);
        await get('/x');
      },
    );
  });

  test('from a client', async () => {
    answer = (socket) => socket.end(good);
    const host = `127.0.0.2:${server.port}`;
    const close = 'Connection: close\r\n\r\n';
    const requests = [
      `GET http://${host}/x HTTP/1.1\r\nHost: ${host}\r\n${close}`,
      `POST http://${host}/x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab`,
      `POST http://${host}/x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
      `GET http://${host}/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    ];
    await each(requests, (bytes) => exchangeBytes(stage.proxy.port, bytes, { end: true }));
  });
});
