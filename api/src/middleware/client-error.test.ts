import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { answerClientErrors, maxHeaderBytes } from './client-error.js';

/** Sends raw bytes and answers all that came back. */
const send = async (
  bytes: string | Buffer,
  listener: RequestListener = (_request, response) => response.end('fine'),
) => {
  const server = createServer({ maxHeaderSize: maxHeaderBytes, requireHostHeader: false }, listener);
  answerClientErrors(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // The server closes without reading on, which resets the connection after the answer.
    socket.on('error', () => undefined).write(bytes);
    await new Promise((resolve) => socket.on('close', resolve));
    return text;
  } finally {
    socket.destroy();
    server.close();
  }
};

const parse = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
  return { status, headers, body };
};

const start = 'GET / HTTP/1.1\r\nHost: x\r\n';
const refused: Record<string, [bytes: string | Buffer, status: string, code: string]> = {
  'a request line of garbage': ['\x16\x03\x01 hello\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'invalid_request'],
  'a tunnel': ['CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'invalid_request'],
  'an expectation': [`${start}Expect: miracles\r\n\r\n`, 'HTTP/1.1 400 Bad Request', 'invalid_request'],
  'a method that there is not': ['FETCH / HTTP/1.1\r\n\r\n', 'HTTP/1.1 400 Bad Request', 'invalid_request'],
  'raw bytes in the path': [
    Buffer.concat([Buffer.from('GET /?a='), Buffer.from([0, 1]), Buffer.from(' HTTP/1.1\r\nHost: x\r\n\r\n')]),
    'HTTP/1.1 400 Bad Request',
    'invalid_request',
  ],
  'a header with a line of its own': [`${start} : x\r\n\r\n`, 'HTTP/1.1 400 Bad Request', 'invalid_request'],
  'two lengths': [
    `${start}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    'HTTP/1.1 400 Bad Request',
    'invalid_request',
  ],
  'a header that is too large': [
    `${start}X-Large: ${'x'.repeat(maxHeaderBytes)}\r\n\r\n`,
    'HTTP/1.1 413 Content Too Large',
    'request_too_large',
  ],
  'a query that is too large': [
    `GET /?${'x'.repeat(maxHeaderBytes)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'HTTP/1.1 413 Content Too Large',
    'request_too_large',
  ],
};

describe('answerClientErrors', () => {
  for (const [what, [bytes, status, code]] of Object.entries(refused)) {
    it(`answers ${code} to ${what}, and closes`, async () => {
      const answer = parse(await send(bytes));
      const body = JSON.parse(answer.body);
      assert.equal(answer.status, status);
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers.connection, 'close');
      assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(answer.body));
      assert.deepEqual([body.success, body.code], [false, code]);
      assert.match(body.requestId, /^req_/);
      assert.equal(answer.headers['x-request-id'], body.requestId);
    });
  }

  it('lets a page of any origin read why its URL was refused', async () => {
    const { headers } = parse(await send(`GET /?${'x'.repeat(maxHeaderBytes)} HTTP/1.1\r\nHost: x\r\n\r\n`));
    assert.equal(headers['access-control-allow-origin'], '*');
  });

  it('answers a bad chunk once', async () => {
    const text = await send(
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      (request, response) => {
        request.on('error', () => undefined).on('end', () => response.end('fine'));
        request.resume();
      },
    );
    assert.equal(text.split('HTTP/1.1 ').length - 1, 1);
    assert.equal(JSON.parse(parse(text).body).code, 'invalid_request');
  });

  it('does not write into an answer that has begun', async () => {
    const text = await send(
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1000 });
        response.write('begun');
      },
    );
    assert.equal(text.split('HTTP/1.1 ').length - 1, text === '' ? 0 : 1);
  });
});
