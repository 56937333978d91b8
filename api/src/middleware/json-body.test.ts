import assert from 'node:assert/strict';
import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: the client of this test
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import { jsonBody } from './json-body.js';

const schema = z.strictObject({
  name: z.string({ error: 'a name' }).optional(),
  deep: z.strictObject({ x: z.number({ error: 'a number' }), z: z.number().optional() }).optional(),
  list: z.array(z.strictObject({ of: z.string() })).optional(),
});

const maxBytes = 100;

/** Answers `200 <body read>` or `<status> <message>`. */
const startServer = async () => {
  const read = jsonBody({ schema, maxBytes, example: { name: 'x' } });
  const server = createServer((req, res) => {
    read({ req }).then(
      (body) => res.end(JSON.stringify(body)),
      (error) => {
        res.statusCode = error instanceof TintypeError ? error.status : 500;
        res.end(error.message);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

/** Answers the response to raw bytes. */
const ask = async (head: string, ...parts: (string | Buffer)[]) => {
  const { server, port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    for (const part of parts) socket.write(part);
    let answer = '';
    for await (const chunk of socket) {
      answer += chunk;
      if (/\r\n\r\n[\s\S]*(\r\n0\r\n\r\n|.)$/.test(answer)) break;
    }
    const [answerHead = '', ...body] = answer.split('\r\n\r\n');
    return { status: Number(answerHead.slice(9, 12)), body: body.join('\r\n\r\n') };
  } finally {
    socket.destroy();
    server.close();
  }
};

const send = (body: string | Buffer) => ask(`Content-Length: ${Buffer.byteLength(body)}`, body);

describe('jsonBody', () => {
  it('refuses a compressed body, and says what to do', async () => {
    const body = gzipSync('{"name":"x"}');
    const { status, body: said } = await ask(`Content-Encoding: gzip\r\nContent-Length: ${body.length}`, body);
    assert.deepEqual(
      [status, said],
      [400, 'The body has a `Content-Encoding`: send it uncompressed, without this header.'],
    );
    assert.equal((await ask('Content-Encoding: identity\r\nContent-Length: 2', '{}')).status, 200);
  });

  it('reads what the schema takes, and no body as an empty object', async () => {
    assert.equal((await send('{"name":"ü"}')).body, '{"name":"ü"}');
    assert.equal((await send('')).body, '{}');
    const chunked = await ask('Transfer-Encoding: chunked', '8\r\n{"name":\r\n', '4\r\n"x"}\r\n0\r\n\r\n');
    assert.equal(chunked.body, '{"name":"x"}');
  });

  it('names the first wrong property', async () => {
    const cases: [body: string | Buffer, message: string][] = [
      ['{', 'The body is not JSON in UTF-8. Send a JSON object in UTF-8.'],
      [Buffer.from([0x22, 0xff, 0x22]), 'The body is not JSON in UTF-8. Send a JSON object in UTF-8.'],
      ['[]', 'The body takes a JSON object such as {"name":"x"}.'],
      ['{"name":5}', 'The property `name` takes a name.'],
      ['{"deep":{"x":"y"}}', 'The property `deep.x` takes a number.'],
      ['{"deep":{"x":null}}', 'The property `deep.x` takes a number.'],
      ['{"deep":{}}', 'The property `deep.x` is missing. It takes a number.'],
      ['{"colour":5}', 'The property `colour` is unknown. The properties are name, deep, list.'],
      ['{"deep":{"x":1,"y":1}}', 'The property `deep.y` is unknown. Did you mean `x` or `z`? The properties are x, z.'],
      ['{"list":[{"of":"x","y":1}]}', 'The property `list.0.y` is unknown. The properties are of.'],
      ['{"__proto__":{"name":"x"}}', 'The property `__proto__` is unknown. The properties are name, deep, list.'],
      [
        `{"${'x'.repeat(80)}":1}`,
        `The property \`${'x'.repeat(64)}…\` is unknown. The properties are name, deep, list.`,
      ],
    ];
    for (const [body, message] of cases) {
      const answer = await send(body);
      assert.deepEqual([answer.status, answer.body], [400, message]);
    }
  });

  it('takes the most bytes allowed, and answers 413 to one more', async () => {
    assert.equal((await send('{}'.padEnd(maxBytes))).status, 200);
    const announced = await ask(`Content-Length: ${maxBytes + 1}`);
    const chunked = await ask(
      'Transfer-Encoding: chunked',
      `${(maxBytes + 1).toString(16)}\r\n${'x'.repeat(maxBytes + 1)}\r\n`,
    );
    for (const { status, body } of [announced, chunked])
      assert.deepEqual([status, body], [413, 'The body is too large. Send at most 100 bytes.']);
  });

  it('answers 413 to clients that send the whole body before they read, then the next request', async () => {
    const { server, port } = await startServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    /** Reads the answer only after the last byte of the body, as many clients do. */
    const post = async (body: string, headers: Record<string, string | number>): Promise<unknown[]> => {
      const call = request({ port, method: 'POST', agent, headers });
      const answered = once(call, 'response') as Promise<[IncomingMessage]>;
      await new Promise<void>((resolve, reject) => {
        call.on('error', reject);
        call.write(body, (error) => (error ? reject(error) : resolve()));
      });
      call.end();
      const [response] = await answered;
      return [response.statusCode, await text(response)];
    };
    const large = 'x'.repeat(5_000_000);
    const refused = [413, 'The body is too large. Send at most 100 bytes.'];
    try {
      assert.deepEqual(await post(large, { 'content-length': large.length }), refused);
      assert.deepEqual(await post('{}', { 'content-length': 2 }), [200, '{}']);
      assert.deepEqual(await post(large, { 'transfer-encoding': 'chunked' }), refused);
      assert.deepEqual(await post('{}', { 'content-length': 2 }), [200, '{}']);
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: large });
      assert.deepEqual([answer.status, await answer.text()], refused);
    } finally {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    }
  });
});
