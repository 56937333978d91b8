import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ErrorCode, errorTable, isServiceFailure, TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import Koa, { type Context } from 'koa';
import { errors } from './errors.js';

/** Runs the middleware over `below`. Answers the changes to context and log. */
const run = async (below: (context: Record<string, unknown>) => void) => {
  const logged: { code: string; err: Error; requestId: string }[] = [];
  const headers: Record<string, string> = {};
  const context = {
    status: 404,
    body: undefined as unknown,
    state: { requestId: 'req_1' } as Record<string, unknown>,
    set: (name: string, value: string) => {
      headers[name] = value;
    },
  };
  const log = { warn: (fields: (typeof logged)[number]) => logged.push(fields) } as unknown as Logger;
  await errors(log)(context as unknown as Context, async () => below(context));
  return { ...context, headers, logged };
};

/** Throws what Koa's own `throw` does. */
const koaError = (status: number): unknown => {
  try {
    return new Koa().createContext({} as never, {} as never).throw(status, 'secret');
  } catch (error) {
    return error;
  }
};

const thrown = (error: unknown) =>
  run(() => {
    throw error;
  });

describe('errors', () => {
  for (const code of Object.keys(errorTable) as ErrorCode[]) {
    it(`answers ${code} with its row of the catalogue`, async () => {
      const { status, message } = errorTable[code];
      const { retryAfterSeconds } = new TintypeError(code);
      const answer = await thrown(new TintypeError(code));
      assert.equal(answer.status, status);
      assert.deepEqual(answer.body, { success: false, error: message, code, requestId: 'req_1' });
      assert.deepEqual(answer.headers, {
        'Cache-Control': 'no-store',
        ...(code === 'invalid_credentials' ? { 'WWW-Authenticate': 'Bearer' } : {}),
        ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      });
      assert.equal(answer.state.errorCode, code);
      assert.equal(answer.logged.length, isServiceFailure(code) ? 1 : 0);
    });
  }

  it('says what a failed request cost all the same', async () => {
    const { headers, body } = await thrown(
      new TintypeError('storage_failed', 'No.', { details: { creditsCharged: 1 } }),
    );
    assert.equal(headers['X-Credits-Charged'], '1');
    assert.equal((body as { creditsCharged?: number }).creditsCharged, 1);
  });

  it('names the methods of a known path', async () => {
    const matched = [{ methods: ['HEAD', 'GET'] }, { methods: ['POST'] }, { methods: [] }];
    const answer = await run((context) => Object.assign(context, { matched }));
    assert.deepEqual([answer.status, answer.headers.Allow], [404, 'GET, HEAD, POST']);
    assert.match(JSON.stringify(answer.body), /"This path takes GET, HEAD, POST\."/);
    const nowhere = await run((context) => Object.assign(context, { matched: [{ methods: [] }] }));
    assert.deepEqual([nowhere.status, nowhere.headers.Allow], [404, undefined]);
  });

  it('keeps causes for the log', async () => {
    const cause = new Error('secret');
    const { body, logged } = await thrown(new TintypeError('unavailable', 'Not now.', { cause }));
    assert.doesNotMatch(JSON.stringify(body), /secret/);
    assert.deepEqual(logged, [{ err: cause, code: 'unavailable', requestId: 'req_1' }]);
  });

  const others: [what: string, error: unknown, code: ErrorCode][] = [
    ['an ordinary error', new Error('secret'), 'internal'],
    ['something that is no error', 'secret', 'internal'],
    ['nothing', undefined, 'internal'],
    ['an error that has a status by chance', Object.assign(new Error('secret'), { status: 404 }), 'internal'],
    ["Koa's 400", koaError(400), 'invalid_request'],
    ["Koa's 413", koaError(413), 'request_too_large'],
    ["Koa's 500", koaError(500), 'internal'],
  ];
  for (const [what, error, code] of others) {
    it(`answers ${code} to ${what}, and shows nothing of it`, async () => {
      const { status, body } = await thrown(error);
      assert.equal(status, errorTable[code].status);
      assert.deepEqual(body, { success: false, error: errorTable[code].message, code, requestId: 'req_1' });
    });
  }

  it('answers 404 if no route answered, and leaves other answers alone', async () => {
    assert.equal((await run(() => undefined)).state.errorCode, 'not_found');
    const answered = await run((context) => Object.assign(context, { status: 200, body: 'x' }));
    assert.deepEqual([answered.status, answered.body, answered.headers], [200, 'x', {}]);
  });
});
