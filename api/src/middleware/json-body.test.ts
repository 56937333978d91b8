import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import { jsonBody } from './json-body.js';

const schema = z.strictObject({
  name: z.string({ error: 'a name' }).optional(),
  deep: z.strictObject({ x: z.number() }).optional(),
});

const maxBytes = 100;

/** Answers `200 <body read>` or `<status> <message>` to the raw bytes of a request, and whether the socket stays open. */
const ask = async (head: string, ...parts: (string | Buffer)[]) => {
  const read = jsonBody({ schema, maxBytes });
  const server = createServer((req, res) => {
    const set = (name: string, value: string) => void res.setHeader(name, value);
    read({ req, set }).then(
      (body) => res.end(JSON.stringify(body)),
      (error) => {
        res.statusCode = error instanceof TintypeError ? error.status : 500;
        res.end(error.message);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    for (const part of parts) socket.write(part);
    let text = '';
    for await (const chunk of socket) {
      text += chunk;
      if (/\r\n\r\n[\s\S]*(\r\n0\r\n\r\n|.)$/.test(text)) break;
    }
    const [answerHead = '', ...body] = text.split('\r\n\r\n');
    return { status: Number(answerHead.slice(9, 12)), head: answerHead.toLowerCase(), body: body.join('\r\n\r\n') };
  } finally {
    socket.destroy();
    server.close();
  }
};

const send = (body: string | Buffer) => ask(`Content-Length: ${Buffer.byteLength(body)}`, body);

describe('jsonBody', () => {
  it('reads what the schema takes, and no body as an empty object', async () => {
    assert.equal((await send('{"name":"ü"}')).body, '{"name":"ü"}');
    assert.equal((await send('')).body, '{}');
    const chunked = await ask('Transfer-Encoding: chunked', '8\r\n{"name":\r\n', '4\r\n"x"}\r\n0\r\n\r\n');
    assert.equal(chunked.body, '{"name":"x"}');
  });

  it('names the first property that is wrong', async () => {
    const cases: [body: string | Buffer, message: string][] = [
      ['{', 'The body is not JSON in UTF-8.'],
      [Buffer.from([0x22, 0xff, 0x22]), 'The body is not JSON in UTF-8.'],
      ['[]', 'The body is not a JSON object of the right form.'],
      ['{"name":5}', 'The property `name`: a name.'],
      ['{"colour":5}', 'The property `colour` is not known.'],
      ['{"deep":{"x":1,"y":1}}', 'The property `deep.y` is not known.'],
      ['{"__proto__":{"name":"x"}}', 'The property `__proto__` is not known.'],
      [`{"${'x'.repeat(80)}":1}`, `The property \`${'x'.repeat(64)}…\` is not known.`],
    ];
    for (const [body, message] of cases) {
      const answer = await send(body);
      assert.deepEqual([answer.status, answer.body], [400, message]);
    }
  });

  it('takes as many bytes as it may, and answers 413 and closes for one more', async () => {
    assert.equal((await send('{}'.padEnd(maxBytes))).status, 200);
    const announced = await ask(`Content-Length: ${maxBytes + 1}`);
    const chunked = await ask(
      'Transfer-Encoding: chunked',
      `${(maxBytes + 1).toString(16)}\r\n${'x'.repeat(maxBytes + 1)}\r\n`,
    );
    for (const { status, head, body } of [announced, chunked]) {
      assert.deepEqual([status, body], [413, 'The body has more than 100 bytes.']);
      assert.match(head, /connection: close/);
    }
  });
});
