import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Tintype } from '@tintype/client';
import { explained } from './failures.js';
import { app } from './index.js';
import type { Z } from './platform.js';

/** The platform's classes, as far as a message shows them. */
class Played extends Error {
  readonly details: unknown[];

  constructor(message: string, ...details: unknown[]) {
    super(message);
    this.details = details;
  }
}

const named = (name: string) =>
  class extends Played {
    override name = name;
  };

const z = {
  errors: {
    ...{ Error: named('Error'), ExpiredAuthError: named('ExpiredAuthError') },
    ...{ HaltedError: named('HaltedError'), ThrottledError: named('ThrottledError') },
  },
} as unknown as Z;

const bundle = { authData: { baseUrl: ' https://tintype.example/ ' } };
const headers = { 'content-type': 'application/json', 'x-request-id': 'request-1' };

/** What a person sees when the service answers like this. */
const seen = async (answer: typeof fetch, timeoutMs = 1000): Promise<Played> => {
  const client = new Tintype({ key: 'key', secret: 'secret', retries: 0, timeoutMs, fetch: answer });
  const failure = await explained(z, bundle, () => client.account.get()).catch((error: unknown) => error);
  assert.ok(failure instanceof Played, String(failure));
  return failure;
};

const refusing =
  (status: number, code: string, more: Record<string, string> = {}) =>
  async () =>
    Response.json({ success: false, error: 'A sentence.', code }, { status, headers: { ...headers, ...more } });

describe('an error of the service', () => {
  it('that passes by itself makes Zapier repeat the step', async () => {
    const { name, message, details } = await seen(refusing(429, 'rate_limited', { 'retry-after': '17' }));
    assert.deepEqual([name, message, details], ['ThrottledError', 'A sentence. (rate_limited)', [17]]);
  });

  it('has the address of the list of options', async () => {
    const error = 'The option `ful` is unknown. `/docs` lists the options.';
    const { message } = await seen(async () =>
      Response.json({ error, code: 'invalid_option' }, { status: 400, headers }),
    );
    assert.match(message, /unknown\. https:\/\/tintype\.example\/docs lists the options\./);
  });

  it('asks the person to connect again after a wrong secret', async () => {
    const { name, message } = await seen(refusing(401, 'invalid_credentials'));
    assert.equal(name, 'ExpiredAuthError');
    assert.match(message, /Reconnect Tintype/);
  });

  it('has the id of the request if the service failed', async () => {
    const { name, message, details } = await seen(refusing(500, 'internal'));
    assert.deepEqual(
      [name, message, details],
      ['Error', 'A sentence. (internal, request request-1)', ['internal', 500]],
    );
  });

  it('that comes too late says what to shorten', async () => {
    const hanging: typeof fetch = (_url, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const { message } = await seen(hanging, 1);
    assert.match(message, /Zapier ends a step after 30 s\. Shorten `timeout`/);
  });

  it('keeps the inputs out of the message', async () => {
    assert.equal(
      ((await seen(refusing(401, 'invalid_hash'))) as Played & { doNotContextify?: boolean }).doNotContextify,
      true,
    );
  });

  it('says what to check if another server answers, also with status 200', async () => {
    for (const body of ['<h1>Welcome</h1>', '{}']) {
      const { message } = await seen(async () => new Response(body));
      assert.match(message, /^The answer 200 is not one of Tintype\. Check the base URL/);
    }
  });

  it('leaves errors of the app itself as they are', async () => {
    const own = new RangeError('own');
    await assert.rejects(
      explained(z, bundle, () => Promise.reject(own)),
      own,
    );
  });
});

it('the versions are those of package.json', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version, dependencies } = JSON.parse(text);
  assert.deepEqual([app.version, app.platformVersion], [version, dependencies['zapier-platform-core']]);
});
