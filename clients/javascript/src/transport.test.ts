import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { Tintype } from './client.js';
import type { ClientOptions } from './config.js';
import { ApiError, ConnectionError, TimeoutError } from './errors.js';
import { Session } from './sessions.js';
import { WebhookError } from './webhooks.js';

const secret = 'a-very-secret-secret';

interface Played {
  status?: number;
  headers?: Record<string, string>;
  body?: string | object;
}

const responseOf = ({ status = 200, headers, body = '' }: Played) =>
  new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    ...(headers ? { headers } : {}),
  });

/** Answers in turn; the last one again and again. */
const playing = (answers: readonly Played[], options: ClientOptions = {}) => {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = (async (url: string, init?: RequestInit) => {
    requests.push({ url, init });
    return responseOf(answers[Math.min(requests.length, answers.length) - 1] ?? {});
  }) as typeof globalThis.fetch;
  const client = new Tintype({ key: 'key', secret, baseUrl: 'https://tintype.example', fetch, ...options });
  return { client, requests };
};

const overloaded = (retryAfter: string): Played => ({
  status: 503,
  headers: { 'retry-after': retryAfter },
  body: { success: false, error: 'All browsers are busy. Try again.', code: 'overloaded', requestId: 'req_1' },
});

const page = 'https://example.com/';

const headerOf = (request: { init: RequestInit | undefined } | undefined, name: string) =>
  new Headers(request?.init?.headers).get(name) ?? '';

describe('results', () => {
  it('are bytes with the facts of the headers', async () => {
    const headers = {
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a \\"b\\".png"; filename*=UTF-8''gr%C3%B6%C3%9Fe.png`,
      'x-cache': 'HIT',
      'x-credits-charged': '0',
      'x-warnings': 'One. | Two.',
      'x-target-status': '404',
      'x-request-id': 'req_1',
      'x-file-url': 'https://tintype.example/files/t/a.png',
    };
    const { client, requests } = playing([{ headers, body: 'bytes' }]);
    const file = await client.fetchImage(page);
    assert.ok(file instanceof Uint8Array);
    assert.equal(Buffer.from(file).toString(), 'bytes');
    assert.equal(file.slice(1).constructor, Uint8Array);
    assert.deepEqual(file.facts, {
      contentType: 'image/png',
      fileName: 'größe.png',
      cache: 'HIT',
      isCached: true,
      credits: 0,
      warnings: ['One.', 'Two.'],
      requestId: 'req_1',
      targetStatus: 404,
      fileUrl: 'https://tintype.example/files/t/a.png',
    });
    assert.match(headerOf(requests[0], 'user-agent'), /^tintype-js\/\d/);
  });
});

describe('errors', () => {
  it('have code, status, class, request id and the whole body', async () => {
    const body = {
      success: false,
      error: 'No visible element.',
      code: 'selector_not_found',
      requestId: 'req_2',
      diagnosis: { reason: 'x' },
    };
    const { client } = playing([{ status: 422, body }]);
    const error = await client.fetchImage(page).catch((each: unknown) => each);
    assert.ok(error instanceof ApiError);
    const { code, status, errorClass, requestId, message } = error;
    assert.deepEqual(
      [code, status, errorClass, requestId, message],
      ['selector_not_found', 422, 'page', 'req_2', 'No visible element.'],
    );
    assert.deepEqual(error.body.diagnosis, { reason: 'x' });
  });

  it('keep a code that this version does not know', async () => {
    const { client } = playing([{ status: 418, body: { code: 'teapot', error: 'Short and stout.' } }]);
    await assert.rejects(client.fetchPdf(page), { code: 'teapot', errorClass: 'request' });
  });

  it('say that an answer is none of the service', async () => {
    const { client } = playing([{ status: 502, body: '<h1>Bad gateway</h1>' }]);
    await assert.rejects(
      client.fetchPdf(page),
      (error) => error instanceof ConnectionError && /502/.test(error.message),
    );
  });

  it('say where no connection was possible, without the signed URL', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const { client } = playing([], { fetch });
    await assert.rejects(client.fetchPdf(page), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.match(error.message, /^No connection to https:\/\/tintype\.example\. /);
      return true;
    });
  });

  it('never show the secret, nor does the client', async () => {
    const { client } = playing([overloaded('900')]);
    const error = await client.account.get().catch((each: unknown) => each);
    const bearer = Buffer.from(`key:${secret}`).toString('base64');
    for (const shown of [
      inspect(error, { depth: 9 }),
      inspect(client, { depth: 9, showHidden: true }),
      JSON.stringify(client),
    ]) {
      assert.ok(!shown.includes(secret), shown);
      assert.ok(!shown.includes(bearer), shown);
    }
  });
});

describe('retries', () => {
  it('repeat 429 and 503 after `Retry-After`', async () => {
    const { client, requests } = playing([overloaded('0'), overloaded('0'), { body: 'done' }]);
    assert.equal(Buffer.from(await client.fetchImage(page)).toString(), 'done');
    assert.equal(requests.length, 3);
  });

  it('give up after the given number', async () => {
    const { client, requests } = playing([overloaded('0')], { retries: 1 });
    await assert.rejects(client.fetchImage(page), { code: 'overloaded', retryAfter: 0 });
    assert.equal(requests.length, 2);
  });

  it('do not wait longer than `maxRetryAfter`, and repeat nothing else', async () => {
    const long = playing([overloaded('31')]);
    await assert.rejects(long.client.fetchImage(page), { retryAfter: 31 });
    assert.equal(long.requests.length, 1);
    const broken = playing([{ status: 500, body: { code: 'internal', error: 'The service failed.' } }]);
    await assert.rejects(broken.client.fetchImage(page), { code: 'internal', errorClass: 'service' });
    assert.equal(broken.requests.length, 1);
  });
});

describe('time', () => {
  const hanging: typeof globalThis.fetch = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  it('runs out', async () => {
    const { client } = playing([], { fetch: hanging, timeoutMs: 20 });
    await assert.rejects(
      client.fetchImage(page),
      (error) => error instanceof TimeoutError && /20 ms/.test(error.message),
    );
  });

  it('is cut short by the signal of the caller, also between tries', async () => {
    const reason = new Error('left');
    const ending = new AbortController();
    const call = playing([], { fetch: hanging }).client.fetchImage(page, {}, { signal: ending.signal });
    ending.abort(reason);
    await assert.rejects(call, reason);
    const waiting = playing([overloaded('20')]).client.fetchImage(page, {}, { signal: AbortSignal.timeout(20) });
    await assert.rejects(waiting, { name: 'TimeoutError' });
  });
});

describe('sessions', () => {
  const created: Played = { status: 201, body: { success: true, sessionId: 'sess_1', expiresAt: 'later' } };
  const closed: Played = { body: { success: true, session: { id: 'sess_1', status: 'closed' } } };

  it('act by typed methods with fields or a payload', async () => {
    const { client, requests } = playing([created, { body: { success: true } }]);
    const session = await client.sessions.create({ maxTtlSeconds: 60 }, { idempotencyKey: 'once' });
    await session.goto('https://example.com/', { waitUntil: 'load' });
    await session.fill({ ref: 'e2', value: 'Ada' });
    await session.moveMouse(1, 2);
    await session.title();
    await session.scroll('down', 400);
    await session.batch([{ type: 'title' }]);
    const bodies = requests.map(({ init }) => JSON.parse(String(init?.body)));
    assert.deepEqual(bodies, [
      { maxTtlSeconds: 60 },
      { type: 'goto', payload: { url: 'https://example.com/', waitUntil: 'load' } },
      { type: 'fill', payload: { ref: 'e2', value: 'Ada' } },
      { type: 'move_mouse', payload: { x: 1, y: 2 } },
      { type: 'title', payload: {} },
      { type: 'scroll', payload: { direction: 'down', amount: 400 } },
      { type: 'batch', payload: { actions: [{ type: 'title' }] } },
    ]);
    assert.equal(headerOf(requests[0], 'idempotency-key'), 'once');
    assert.equal(requests[1]?.url, 'https://tintype.example/v1/sessions/sess_1/actions');
  });

  it('are closed by `run`, also when it fails', async () => {
    const { client, requests } = playing([created, closed]);
    await assert.rejects(
      client.sessions.run(async (session) => {
        assert.ok(session instanceof Session);
        throw new Error('mine');
      }),
      { message: 'mine' },
    );
    assert.deepEqual(
      requests.map(({ init }) => init?.method),
      ['POST', 'DELETE'],
    );
  });

  it('are closed by `await using`', async () => {
    const { client, requests } = playing([created, closed]);
    await (await client.sessions.create())[Symbol.asyncDispose]();
    assert.equal(requests.at(-1)?.init?.method, 'DELETE');
  });
});

describe('webhooks', () => {
  const { client } = playing([]);
  const body = '{"event":"batch.completed","batchId":"batch_1"}';
  const sign = (time: number, text = body, key = secret) =>
    `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`;
  const now = Math.floor(Date.now() / 1000);

  it('are read when they are genuine', async () => {
    assert.deepEqual(await client.verifyWebhook(sign(now), body), JSON.parse(body));
  });

  const refused: [name: string, header: string | undefined, body: string][] = [
    ['without a signature', undefined, body],
    ['with another body', sign(now), body.replace('1', '2')],
    ['with another secret', sign(now, body, 'other'), body],
    ['that are old', sign(now - 400), body],
    ['from the future', sign(now + 400), body],
    ['with half a signature', sign(now).slice(0, -2), body],
  ];
  for (const [name, header, text] of refused)
    it(`are refused ${name}`, () => assert.rejects(client.verifyWebhook(header, text), WebhookError));
});

describe('batches', () => {
  const state = (more: object) => ({
    body: { batchId: 'batch_1', status: 'processing', items: [], nextCursor: null, ...more },
  });

  it('sign the body', async () => {
    const { client, requests } = playing([{ status: 202, body: { batchId: 'batch_1' } }]);
    await client.batches.submit('pdf', [{ url: page }], {
      notificationUri: 'https://example.com/hook',
      idempotencyKey: 'k',
    });
    const body = `{"notification_uri":"https://example.com/hook","data":[{"url":"${page}"}]}`;
    assert.equal(requests[0]?.init?.body, body);
    assert.equal(requests[0]?.url, 'https://tintype.example/batch-pdf/key');
    assert.equal(headerOf(requests[0], 'x-req-signature'), createHmac('sha256', secret).update(body).digest('hex'));
    assert.equal(headerOf(requests[0], 'idempotency-key'), 'k');
  });

  it('are waited for until they have ended', async () => {
    const { client } = playing([state({}), state({ succeeded: 1 }), state({ status: 'failed' })]);
    const seen: string[] = [];
    const ended = await client.batches.wait('batch_1', {
      intervalMs: 1,
      onProgress: ({ status }) => seen.push(status),
    });
    assert.equal(ended.status, 'failed');
    assert.deepEqual(seen, ['processing', 'processing', 'failed']);
  });

  it('are given up after `waitMs`, and left alone', async () => {
    const { client, requests } = playing([state({})]);
    await assert.rejects(client.batches.wait('batch_1', { intervalMs: 5, waitMs: 12 }), TimeoutError);
    assert.ok(requests.every(({ init }) => init?.method === 'GET'));
  });

  it('have items on several pages', async () => {
    const pages = [state({ items: [{ number: 0 }], nextCursor: '1' }), state({ items: [{ number: 1 }] })];
    const { client, requests } = playing(pages);
    const numbers: number[] = [];
    for await (const { number } of client.batches.items('batch_1')) numbers.push(number);
    assert.deepEqual(numbers, [0, 1]);
    assert.match(requests[1]?.url ?? '', /\?limit=1000&cursor=1$/);
  });
});
