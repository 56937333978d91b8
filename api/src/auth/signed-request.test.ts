import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorCode } from '@tintype/contracts';
import fc from 'fast-check';
import type { Account } from '../accounts/account.js';
import { sampleAccount } from '../accounts/account-sample.js';
import { signV1, signV2 } from './signature.js';
import { checkSigned } from './signed-request.js';

const good = sampleAccount({ secrets: ['old', 'test'].map((text) => ({ id: text, text, scope: 'use' })) });

interface Request {
  query?: string;
  endpoint?: string;
  signature?: string;
  version?: 1 | 2;
  apiKey?: string;
  account?: Partial<Account>;
}

const page = 'url=https%3A%2F%2Fnews.ycombinator.com%2F';

const check = ({ query = page, endpoint = 'image', version = 1, apiKey = 'key', account, ...rest }: Request) => {
  const signed = version === 1 ? signV1('test', query) : signV2('test', endpoint, query);
  const accounts = { byApiKey: (key: string) => (key === 'key' ? { ...good, ...account } : undefined) };
  const path = { apiKey, signature: rest.signature ?? signed, endpoint, version };
  return checkSigned(accounts, path, `/any/path?${query}`);
};

const accepted: Record<string, Request> = {
  'version 1': { version: 1 },
  'another of the secrets': { signature: signV1('old', page) },
  'an endpoint of its own list': { account: { endpoints: ['image'] } },
  'version 2': { version: 2 },
  'version 2 before it expires': { version: 2, query: `${page}&expires=99999999999` },
  'version 1, to which `expires` is nothing': { query: `${page}&expires=1` },
};

const refused: Record<string, Request & { code: ErrorCode; message?: string }> = {
  'an endpoint that there is not': { endpoint: 'video', code: 'not_found' },
  'an endpoint that every object has': { endpoint: 'constructor', code: 'not_found' },
  'a key that there is not': { apiKey: 'other', code: 'unknown_api_key' },
  'another secret': { signature: signV1('no', page), code: 'invalid_hash', message: 'Invalid hash' },
  'an empty hash': { signature: '', code: 'invalid_hash' },
  'a hash in upper case': { signature: signV1('test', page).toUpperCase(), code: 'invalid_hash' },
  'an account without secrets': { account: { secrets: [] }, code: 'invalid_hash' },
  'the hash of version 1 under version 2': { version: 2, signature: signV1('test', page), code: 'invalid_hash' },
  'another endpoint under version 2': { version: 2, signature: signV2('test', 'pdf', page), code: 'invalid_hash' },
  'bytes that are not printable': { query: `${page}\x80`, code: 'invalid_request' },
  'a broken query, once it is signed': { query: `${page}&a=%zz`, code: 'invalid_request' },
  'a broken query that is not signed': { query: `${page}&a=%zz`, signature: 'no', code: 'invalid_hash' },
  'a disabled account': { account: { disabled: true }, code: 'account_disabled' },
  'a disabled account with a wrong hash': { account: { disabled: true }, signature: 'no', code: 'invalid_hash' },
  'an endpoint outside the list of the account': { account: { endpoints: ['pdf'] }, code: 'account_disabled' },
  'version 2 after it has expired': { version: 2, query: `${page}&expires=1`, code: 'expired_url' },
  'version 2 with a broken `expires`': { version: 2, query: `${page}&expires=soon`, code: 'invalid_option' },
};

describe('checkSigned', () => {
  for (const [what, request] of Object.entries(accepted)) {
    it(`takes ${what}`, () => {
      const { account, endpoint, pairs } = check(request);
      assert.deepEqual([account.id, endpoint], ['acct', 'image']);
      assert.match(String(pairs.url), /^https:\/\//);
    });
  }

  for (const [what, { code, message, ...request }] of Object.entries(refused)) {
    it(`refuses ${what}`, () => assert.throws(() => check(request), message ? { code, message } : { code }));
  }

  it('reads a query that a client rewrote as it was meant', () => {
    assert.equal(check({ query: 'url=a&x=%27~', signature: signV1('test', "url=a&x='%7E") }).pairs.x, "'~");
  });
});

/** Escapes no more than a client has to. */
const unreserved = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.!*()') });
const escaped = fc.string().map(encodeURIComponent);
const part = fc.oneof(
  unreserved,
  escaped.map((text) => text.replaceAll("'", '%27').replaceAll('~', '%7E')),
);
const pair = fc.tuple(fc.nat(), part).map(([n, value]) => `k${n}=${value}`);
const shuffled = fc
  .uniqueArray(pair, { selector: (text) => text.split('=')[0], minLength: 1, maxLength: 6 })
  .chain((pairs) => fc.shuffledSubarray([page, ...pairs], { minLength: pairs.length + 1 }));

const version = fc.constantFrom(1 as const, 2 as const);
const sign = (of: 1 | 2, query: string) => (of === 1 ? signV1('test', query) : signV2('test', 'image', query));

describe('a signed query', () => {
  it('is accepted in any order of its pairs', () => {
    fc.assert(
      fc.property(version, shuffled, (of, pairs) => {
        const query = pairs.join('&');
        assert.equal(check({ query, version: of }).pairs.url, 'https://news.ycombinator.com/');
      }),
    );
  });

  it("is accepted after a client turned ' into %27, and after one turned %7E into ~", () => {
    const rewrites = [
      { char: "'", rewrite: (query: string) => query.replaceAll("'", '%27').replaceAll('~', '%7E') },
      { char: '%7E', rewrite: (query: string) => query.replaceAll('%7E', '~') },
    ];
    fc.assert(
      fc.property(version, fc.constantFrom(...rewrites), unreserved, unreserved, (of, { char, rewrite }, a, b) => {
        const signed = `${page}&a=${a}${char}${b}${char}`;
        const { pairs } = check({ query: rewrite(signed), version: of, signature: sign(of, signed) });
        assert.equal(pairs.a, decodeURIComponent(`${a}${char}${b}${char}`));
      }),
    );
  });

  it('is refused if one character of it or of the hash differs', () => {
    fc.assert(
      fc.property(version, shuffled, fc.nat(), fc.constantFrom(...'aZ09%&=~.'), (of, pairs, at, char) => {
        const query = pairs.join('&');
        const signature = sign(of, query);
        const flip = (text: string) => {
          const index = at % text.length;
          return `${text.slice(0, index)}${text[index] === char ? 'x' : char}${text.slice(index + 1)}`;
        };
        assert.throws(() => check({ query: flip(query), version: of, signature }), { code: 'invalid_hash' });
        assert.throws(() => check({ query, version: of, signature: flip(signature) }), { code: 'invalid_hash' });
      }),
      { numRuns: 500 },
    );
  });
});
