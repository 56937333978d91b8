import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { accountOf, authenticate } from '../nodes/Tintype/account.js';

const fileOf = (path: string) => readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
const vectors: { v2: { name: string; secret: string; endpoint: string; query: string; hmac: string }[] } = JSON.parse(
  fileOf('contracts/vectors/signing.json'),
);

const pair = { baseUrl: ' https://tintype.example/ ', authentication: 'secret', apiKey: ' key ', secret: 'ß:ö ' };
const bearer = Buffer.from('key:ß:ö').toString('base64');

describe('a credential', () => {
  it('is trimmed, and makes the bearer', () => {
    const account = { baseUrl: 'https://tintype.example', apiKey: 'key', secret: 'ß:ö', bearer };
    assert.deepEqual(accountOf(pair), account);
    const token = { baseUrl: pair.baseUrl, authentication: 'bearer', bearerToken: ` Bearer ${bearer} ` };
    assert.deepEqual(accountOf(token), { ...account, apiKey: undefined });
  });

  const wrong: [change: object, message: RegExp, description: RegExp][] = [
    [{ baseUrl: '' }, /has no base URL/, /fill in base URL/],
    [{ baseUrl: 'tintype.example' }, /no http or https URL/, /such as https:\/\/tintype\.example\.com/],
    [{ apiKey: ' ' }, /has no API key/, /fill in API key/],
    [{ secret: undefined }, /has no API secret/, /fill in API secret/],
    [{ authentication: 'bearer' }, /has no bearer token/, /fill in bearer token/],
    [{ authentication: 'bearer', bearerToken: 'abc' }, /bearer token .* is damaged/, /Copy it again/],
  ];
  for (const [change, message, description] of wrong)
    it(`that cannot work says what to fill in: ${JSON.stringify(change)}`, () => {
      assert.throws(() => accountOf({ ...pair, ...change }), { message, description });
    });

  for (const { name, secret, endpoint, query, hmac } of vectors.v2)
    it(`signs a body: ${name}`, async () => {
      const request = { url: 'https://tintype.example/batch-image/key', body: `${endpoint}?${query}` };
      const { headers } = await authenticate({ ...pair, secret }, request);
      assert.equal(headers?.['x-req-signature'], hmac);
    });

  it('adds only the bearer without a body', async () => {
    const request = { url: 'https://tintype.example/v1/account', headers: { accept: 'a/b' } };
    const headers = { accept: 'a/b', authorization: `Bearer ${bearer}` };
    assert.deepEqual(await authenticate(pair, request), { ...request, headers });
  });
});

it('the package has the version of the library', () => {
  const versionOf = (name: string) => JSON.parse(fileOf(`clients/${name}/package.json`)).version;
  assert.equal(versionOf('n8n'), versionOf('javascript'));
});
