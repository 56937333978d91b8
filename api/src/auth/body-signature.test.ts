import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AccountSecret } from '../accounts/account.js';
import { checkSignature } from './body-signature.js';

const secret = (text: string): AccountSecret => ({ id: text, text, scope: 'use' });
const secrets = [secret('one'), secret('two')];
const body = Buffer.from('{"data":[]}');
const signed = { texts: [body], name: 'the text `/batch`' };
const hmac = (key: string, encoding: 'hex' | 'base64') => createHmac('sha256', key).update(body).digest(encoding);

describe('checkSignature', () => {
  it('takes hex and base64, with and without a prefix, of any secret', () => {
    for (const key of ['one', 'two'])
      for (const encoding of ['hex', 'base64'] as const)
        for (const prefix of ['', 'sha256='])
          assert.equal(checkSignature(secrets, prefix + hmac(key, encoding), signed).id, key);
  });

  it('takes any of the signed texts', () => {
    assert.equal(checkSignature(secrets, hmac('two', 'hex'), { ...signed, texts: ['/other', body] }).id, 'two');
  });

  it('refuses anything else', () => {
    const wrong = [
      '',
      'x',
      'sha256=',
      hmac('three', 'hex'),
      hmac('one', 'hex').toUpperCase(),
      `${hmac('one', 'hex')} `,
    ];
    const refusal = { code: 'invalid_signature', message: /HMAC-SHA256 of the text `\/batch`, under/ };
    for (const header of wrong) assert.throws(() => checkSignature(secrets, header, signed), refusal, header);
    const other = { ...signed, texts: ['{"data": []}'] };
    assert.throws(() => checkSignature(secrets, hmac('one', 'hex'), other), refusal);
    assert.throws(() => checkSignature([], hmac('one', 'hex'), signed), refusal);
  });
});
