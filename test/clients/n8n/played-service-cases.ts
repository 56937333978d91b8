import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { it } from 'node:test';
import { type Origin, startOrigin } from '../../kit/pages/origin.js';
import { root } from '../languages.js';
import type { UnpackedNode } from './package.js';
import { PlayedN8n } from './played-n8n.js';

type Values = Record<string, unknown>;

const image = { resource: 'page', operation: 'image', url: 'https://example.com/' };

const failing = (code: string, error: string) => JSON.stringify({ success: false, error, code, requestId: 'req_1' });

/** Runs with a server that plays the service, and a credential for it. */
const withServer = async (listener: RequestListener, use: (credential: Values, server: Origin) => Promise<void>) => {
  const server = await startOrigin('127.0.0.1', 0, listener);
  const baseUrl = `http://127.0.0.1:${server.port}`;
  try {
    await use({ baseUrl, authentication: 'secret', apiKey: 'key', secret: 'secret' }, server);
  } finally {
    await server.close();
  }
};

type Answer = (response: ServerResponse, n8n: PlayedN8n) => unknown;

const creates: [what: string, answer: Answer, message: RegExp, isAbandoned: boolean][] = [
  ['a proxy answers', (response) => response.writeHead(502).end('<html>'), /^The answer 502 is not one of/, true],
  ['the connection breaks', (response) => response.destroy(), /^No connection to/, true],
  ['the execution is cancelled', (_, n8n) => n8n.cancel(), /^The execution was cancelled$/, true],
  ['the service fails', (response) => response.writeHead(500).end(failing('internal', 'No.')), /^No\./, false],
];

const createCases = (unpackedOf: () => UnpackedNode): void => {
  for (const [what, answer, message, isAbandoned] of creates)
    it(`n8n: a create is ${isAbandoned ? '' : 'not '}abandoned if ${what}`, async () => {
      const n8n = new PlayedN8n(unpackedOf());
      const sent: string[][] = [];
      const listener: RequestListener = ({ method, url, headers }, response) => {
        sent.push([`${method} ${url}`, String(headers['idempotency-key']), String(headers.authorization)]);
        if (method === 'POST') answer(response, n8n);
        else response.end('{"success":true,"session":null}');
      };
      await withServer(listener, async (credential) => {
        await assert.rejects(n8n.run([{ resource: 'session', operation: 'create' }], { credential }), { message });
      });
      const [[create, key = '', bearer = ''] = []] = sent;
      assert.equal(create, 'POST /v1/sessions');
      assert.match(key, /^[\da-f-]{36}$/);
      assert.deepEqual(sent.slice(1), isAbandoned ? [['DELETE /v1/sessions', key, bearer]] : []);
    });
};

/** Cases against answers that the real service gives rarely or never. */
export const playedServiceCases = (unpackedOf: () => UnpackedNode): void => {
  createCases(unpackedOf);

  it('n8n: an answer 200 of a foreign server is an error, also with a request id of its own', async () => {
    const headers = [{}, { 'x-request-id': '1' }].map((more) => ({
      'content-type': 'text/html; charset=utf-8',
      ...more,
    }));
    let next = 0;
    const foreign: RequestListener = (_, response) => {
      response.writeHead(200, headers[next++ % 2]);
      response.end('<!doctype html><title>Welcome</title>');
    };
    const content = { ...image, operation: 'content' };
    const items = [image, image, content, { resource: 'batch', operation: 'wait', batchId: 'batch_1' }];
    await withServer(foreign, async (credential) => {
      for (const item of items)
        await assert.rejects(new PlayedN8n(unpackedOf()).run([item], { credential }), {
          message: 'The answer 200 is not one of Tintype',
          description: /^Check the base URL/,
        });
    });
    assert.equal(next, items.length);
  });

  it('n8n: a busy service is asked again after its Retry-After, up to 30 s', async () => {
    const waits = ['0', '0', '31'];
    const patient = new PlayedN8n(unpackedOf());
    const programs: unknown[] = [];
    const busy: RequestListener = (request, response) => {
      programs.push(request.headers['user-agent']);
      const seconds = waits.shift() ?? '0';
      // A kept connection may end before the next request, on a slow machine.
      response.writeHead(429, { 'retry-after': seconds, 'content-type': 'application/json', connection: 'close' });
      response.end(failing('rate_limited', 'Too many renders.'));
    };
    await withServer(busy, async (credential) => {
      await assert.rejects(patient.run([image], { credential }), {
        message: 'Too many renders.',
        description: /^Try again in 31 s, or turn on "Retry On Fail"/,
      });
    });
    assert.deepEqual(waits, []);
    assert.deepEqual(getEventListeners(patient.cancelSignal, 'abort'), []);
    const { version } = JSON.parse(readFileSync(join(root, 'clients/n8n/package.json'), 'utf8'));
    assert.deepEqual(programs, Array(3).fill(`tintype-n8n/${version}`));
  });

  it('n8n: a service that hangs is given up', async () => {
    await withServer(
      () => undefined,
      async (credential) => {
        const items = [{ ...image, options: { requestTimeout: 1 } }];
        await assert.rejects(new PlayedN8n(unpackedOf()).run(items, { credential }), {
          message: /^No answer within 1 s$/,
        });
      },
    );
  });
};
