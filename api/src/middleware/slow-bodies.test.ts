import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { answerClientErrors } from './client-error.js';
import { bodyRestBytes, bodyRestMs, closeUnread, connectionTimes } from './slow-bodies.js';

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n';

/** A client with its own connection, and the server's answer so far. */
const connectTo = async (
  t: TestContext,
  listener: RequestListener,
  times: Partial<typeof connectionTimes> = connectionTimes,
) => {
  const server = createServer(times, listener);
  answerClientErrors(server);
  closeUnread(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = once(server, 'connection') as Promise<[Socket]>;
  // Keeps its side open after the server ended the other.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => {
    socket.destroy();
    server.close();
  });
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => (text += chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const [accepted] = await connection;
  return { socket, closed, text: () => text, accepted };
};

const refuse: RequestListener = (_request, response) => void response.writeHead(401).end('no');

const answered = async (socket: Socket, text: () => string, count = 1) => {
  while (text().split('HTTP/1.1 401').length <= count) await once(socket, 'data');
};

describe('the body of a request that is answered before it has come', { timeout: 20_000 }, () => {
  it('may arrive for 5 s, then the connection closes', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, closed, text } = await connectTo(t, refuse);
    socket.write(`${head}x`);
    await answered(socket, text);
    t.mock.timers.tick(bodyRestMs - 1);
    assert.equal(socket.destroyed, false);
    socket.write('x');
    t.mock.timers.tick(1);
    await closed;
  });

  it('may have 16 MiB more, then the connection closes', async (t) => {
    // The 5 s never pass, so the bytes alone close it.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, closed, text } = await connectTo(t, refuse);
    socket.write(head);
    await answered(socket, text);
    const writing = setInterval(() => socket.write(Buffer.alloc(bodyRestBytes / 8)), 20);
    t.after(() => clearInterval(writing));
    await closed;
  });

  it('may have 16 MiB more also after an error of the parser', async (t) => {
    // The 5 s never pass, so the bytes alone close it.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, closed, text } = await connectTo(t, refuse);
    socket.write('no HTTP\r\n\r\n');
    await once(socket, 'data');
    assert.match(text(), /^HTTP\/1\.1 400 /);
    const writing = setInterval(() => socket.write(Buffer.alloc(bodyRestBytes / 8)), 20);
    t.after(() => clearInterval(writing));
    await closed;
  });

  it('leaves the connection open if it arrives in time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { socket, text } = await connectTo(t, refuse);
    const next = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx';
    socket.write(next.slice(0, -1));
    await answered(socket, text);
    socket.write(`x${next}`);
    await answered(socket, text, 2);
    t.mock.timers.tick(bodyRestMs);
    socket.write(next);
    await answered(socket, text, 3);
  });
});

const short = { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 };

describe('a body that comes too slowly', { timeout: 20_000 }, () => {
  it('is refused, and its connection closes while it still arrives', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const waiting: RequestListener = (request) => void request.on('error', () => undefined).resume();
    const { socket, closed, text } = await connectTo(t, waiting, short);
    socket.write(head);
    await once(socket, 'data');
    assert.match(
      text(),
      /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"The request did not arrive within 60 s\. Send it again\."/,
    );
    const writing = setInterval(() => socket.write('x'), 10);
    t.after(() => clearInterval(writing));
    t.mock.timers.tick(bodyRestMs);
    await closed;
  });

  it('ends all reading of the connection: a later request must not be charged', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const carriedOut: unknown[] = [];
    const carryOut: RequestListener = (request, response) => {
      request.on('error', () => undefined).on('end', () => response.end(String(carriedOut.push(request.url))));
      request.resume();
    };
    const { socket, closed, accepted } = await connectTo(t, carryOut, short);
    socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx');
    await once(socket, 'data');
    const sent = accepted.bytesRead;
    const rest = 'xGET /second HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(rest);
    while (accepted.bytesRead < sent + rest.length) await nextTurn();
    t.mock.timers.tick(bodyRestMs);
    socket.end();
    await closed;
    assert.deepEqual(carriedOut, []);
  });

  it('has 60 s', () => {
    assert.deepEqual([connectionTimes.requestTimeout, connectionTimes.headersTimeout], [60_000, 60_000]);
  });
});

describe('an idle connection', () => {
  it('lasts longer than the 60 s for which load balancers keep it', () => {
    assert.ok(createServer(connectionTimes).keepAliveTimeout > 60_000);
  });
});
