import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { ApiError, ConnectionError, TimeoutError } from './errors.js';
import { headerOf, overloaded, type Played, page, playing, secret } from './playing.test.kit.js';

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
      location: undefined,
    });
    assert.match(headerOf(requests[0], 'user-agent'), /^tintype-javascript\/\d/);
  });
});

describe('redirects', () => {
  it('of `s3Redirect` are not followed: the facts are those of the service', async () => {
    const location = 'https://bucket.example/a.png';
    const { client, requests } = playing([
      { status: 302, headers: { location, 'x-request-id': 'req_1', 'x-credits-charged': '1' } },
    ]);
    const { length, facts } = await client.fetchImage(page, { s3Redirect: true });
    assert.deepEqual([length, facts.location, facts.credits], [0, location, 1]);
    assert.equal(requests[0]?.init?.redirect, 'manual');
  });

  it('of other servers are errors', async () => {
    const { client } = playing([{ status: 301, headers: { location: 'https://other.example/' }, isForeign: true }]);
    await assert.rejects(
      client.fetchImage(page),
      (error) => error instanceof ConnectionError && /301/.test(error.message),
    );
  });
});

describe('broken answers', () => {
  it('are a ConnectionError', async () => {
    const { client } = playing([{ body: '<h1>Welcome</h1>' }]);
    await assert.rejects(client.fetchContent(page), ConnectionError);
    const headers = { 'x-request-id': 'req_1' };
    const fetch = async () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('x')) }), { headers });
    const broken = playing([], { fetch });
    await assert.rejects(broken.client.fetchImage(page), { name: 'ConnectionError', message: /broke off/ });
  });

  it('of another server are a ConnectionError, also with status 200', async () => {
    const html = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<h1>Welcome</h1>' };
    for (const answer of [html, { ...html, isForeign: true }, { body: {}, isForeign: true }]) {
      const { client } = playing([answer]);
      const message = /^The answer 200 is not one of Tintype\. Check the base URL https:\/\/tintype\.example, /;
      await assert.rejects(client.fetchImage(page), { name: 'ConnectionError', message });
      await assert.rejects(client.account.get(), { name: 'ConnectionError', message });
    }
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
      ['selector_not_found', 422, 'page', 'req_2', 'No visible element. (422 selector_not_found, request req_2)'],
    );
    assert.deepEqual(error.body.diagnosis, { reason: 'x' });
  });

  it('name methods of the library, not routes', async () => {
    const error = 'The account has no storage configured. Set one with PUT /v1/account/storage.';
    const { client } = playing([{ status: 409, body: { code: 'storage_not_configured', error } }]);
    await assert.rejects(client.fetchPdf(page), {
      message: /Set one with `account\.putStorage`\. \(409 storage_not_configured/,
    });
  });

  it('tell a wrong pair from a secret that may not change the account', async () => {
    const refused = (body: object) => playing([{ status: 401, body: { code: 'invalid_credentials', ...body } }]).client;
    const pairs: [body: object, reason: string][] = [
      [{ error: 'Wrong: send `Authorization`.' }, 'The service does not know this API key with this secret'],
      [{ error: 'No account. Check the path.', code: 'unknown_api_key' }, 'No account'],
    ];
    for (const [body, reason] of pairs)
      await assert.rejects(refused(body).account.get(), { sentence: `${reason}; check the client's key and secret` });
    const scoped = { error: 'This secret may not change the account. Use the first one.', requiredScope: 'manage' };
    await assert.rejects(refused(scoped).account.get(), { sentence: scoped.error });
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
    // Deno and other runtimes name the whole URL in the error of `fetch`.
    const naming = (url: unknown) =>
      Promise.reject(new TypeError(`no connection to ${url}`, { cause: new Error(`${url}`) }));
    for (const fetch of [globalThis.fetch, naming as typeof globalThis.fetch]) {
      const { client } = playing([], { fetch, baseUrl: 'http://127.0.0.1:1' });
      const error = await client.fetchPdf(page, { httpAuth: 'ada:hidden' }).catch((each: unknown) => each);
      assert.ok(error instanceof ConnectionError);
      assert.match(error.message, /^No connection to http:\/\/127\.0\.0\.1:1\. /);
      assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /httpAuth|\/key\//);
    }
  });

  it('name a signed URL that is none', async () => {
    await assert.rejects(playing([]).client.fetchSigned('page.png'), { name: 'UsageError' });
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

  it('do not wait longer than `maxRetryAfter`, and repeat nothing else, nor an error without `Retry-After`', async () => {
    const long = playing([overloaded('31')]);
    await assert.rejects(long.client.fetchImage(page), { retryAfter: 31 });
    assert.equal(long.requests.length, 1);
    const silent = playing([{ ...overloaded('0'), headers: {} }]);
    await assert.rejects(silent.client.fetchImage(page), { code: 'overloaded', retryAfter: undefined });
    assert.equal(silent.requests.length, 1);
    const broken = playing([{ status: 500, body: { code: 'internal', error: 'The service failed.' } }]);
    await assert.rejects(broken.client.fetchImage(page), { code: 'internal', errorClass: 'service' });
    assert.equal(broken.requests.length, 1);
  });
});

describe('writes', () => {
  const unavailable: Played = { ...overloaded('0'), body: { code: 'unavailable', error: 'Try again.' } };
  const busy: Played = { status: 429, headers: { 'retry-after': '0' }, body: { code: 'rate_limited', error: 'x' } };

  type Write = (client: ReturnType<typeof playing>['client']) => Promise<unknown>;
  const keyed: [name: string, write: Write][] = [
    ['a new session', (client) => client.sessions.create()],
    ['a batch', (client) => client.batches.submit('image', [{ url: page }])],
    ['a later render', (client) => client.renderLater({ endpoint: 'image', url: page })],
  ];
  for (const [name, write] of keyed)
    it(`of ${name} carry the same Idempotency-Key when repeated`, async () => {
      const { client, requests } = playing([unavailable, { body: { sessionId: 's' } }, { body: { sessionId: 's' } }]);
      await write(client);
      await write(client);
      const [first, second, other] = requests.map((request) => headerOf(request, 'idempotency-key'));
      assert.match(first ?? '', /^[\w-]{20,}$/);
      assert.equal(second, first);
      assert.notEqual(other, first);
    });

  const unkeyed: [name: string, write: Write][] = [
    ['an action', (client) => client.sessions.attach('sess_1').click('#buy')],
    ['a new secret', (client) => client.account.createSecret()],
    ['a new token', (client) => client.account.createToken()],
    ['a repeated notification', (client) => client.batches.notifyAgain('batch_1')],
  ];
  for (const [name, write] of unkeyed)
    it(`of ${name} are repeated after 429 only: after 503 they may have happened`, async () => {
      const failed = playing([unavailable]);
      await assert.rejects(write(failed.client), { code: 'unavailable' });
      assert.equal(failed.requests.length, 1);
      const limited = playing([busy, { body: {} }]);
      await write(limited.client);
      assert.equal(limited.requests.length, 2);
    });
});

describe('time', () => {
  const hanging: typeof globalThis.fetch = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  it('runs out', async () => {
    const { client } = playing([], { fetch: hanging, timeoutMs: 20 });
    const calls: [call: Promise<unknown>, what: string][] = [
      [client.fetchImage(page, { httpAuth: 'a:b' }), `the image of ${page}`],
      [client.render({ endpoint: 'pdf', url: page }), `the pdf of ${page}`],
      [client.fetchImage(`${page}${'a'.repeat(200_000)}`), `the image of ${page}${'a'.repeat(167)}…`],
      [client.sessions.attach('sess_1').title(), 'the action title'],
      [client.account.get(), 'GET /v1/account'],
    ];
    for (const [call, what] of calls) await assert.rejects(call, new TimeoutError(`No answer within 0.02 s: ${what}.`));
  });

  it('has no limit with Infinity, or none that a timer can hold', async () => {
    const answer = () => new Response('late', { headers: { 'x-request-id': 'req_1' } });
    const late: typeof globalThis.fetch = (_url, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        // Node.js cuts a longer timer to 1 ms: the client's would then fire before this one.
        setTimeout(resolve, 1, answer());
      });
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      const { client } = playing([], { fetch: late, timeoutMs });
      assert.equal((await client.fetchImage(page)).length, 4);
      assert.equal((await client.fetchImage(page, {}, { timeoutMs })).length, 4);
    }
    await assert.rejects(playing([]).client.fetchImage(page, {}, { timeoutMs: Number.NaN }), { name: 'UsageError' });
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
