import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearerOf, readBearer } from './credentials.js';

const credentials = { name: 'key', secret: 'sécret:ÿ?>' };
const standard = Buffer.from('key:sécret:ÿ?>').toString('base64');

describe('a bearer', () => {
  it('is the name and the secret as Base64 of UTF-8', () => assert.equal(bearerOf(credentials), standard));

  for (const [form, text] of Object.entries({
    'as the service takes it': standard,
    'with the url-safe alphabet and no padding': Buffer.from('key:sécret:ÿ?>').toString('base64url'),
    'with its scheme': `Bearer ${standard}`,
    'as a pasted header': `Authorization: Bearer ${standard}\n`,
  }))
    it(`is read ${form}`, () => assert.deepEqual(readBearer(text), credentials));

  for (const text of ['', 'Bearer ', 'not base64!', btoa('no colon'), btoa(':secret'), btoa('key:'), btoa('key:\xff')])
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(readBearer(text), undefined));
});
