import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Account } from '../accounts/account.js';
import { sampleAccount } from '../accounts/account-sample.js';
import { checkBearer } from './bearer.js';

const account = (id: string, apiKey: string, secrets: string[], disabled = false): Account => {
  const own = secrets.map((text) => ({ id: `sec_${text}`, text, scope: 'use' as const }));
  return sampleAccount({ id, apiKey, secrets: own, disabled });
};

// The texts contain every character that the two alphabets differ in, and need padding.
const all = [
  account('acme', 'key', ['old', 'sûr?>~~:xy']),
  account('key', 'other-key', ['of another']),
  account('off', 'off-key', ['secret'], true),
];
const accounts = {
  byId: (id: string) => all.find((each) => each.id === id),
  byApiKey: (apiKey: string) => all.find((each) => each.apiKey === apiKey),
};

const check = (header: string) => checkBearer(accounts, header).account.id;
const standard = (text: string) => Buffer.from(text).toString('base64');
const refused = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

describe('checkBearer', () => {
  it('takes both Base64 alphabets, padded or not', () => {
    const text = standard('acme:sûr?>~~:xy');
    assert.match(text, /[+/].*=$/);
    const urlSafe = text.replaceAll('+', '-').replaceAll('/', '_');
    for (const form of [text, text.replace(/=+$/, ''), urlSafe, urlSafe.replace(/=+$/, '')])
      assert.equal(check(`Bearer ${form}`), 'acme', form);
    assert.equal(check(`bearer   ${text} `), 'acme');
  });

  it('takes any secret, and the API key instead of the user id', () => {
    assert.equal(check(`Bearer ${standard('acme:old')}`), 'acme');
    assert.equal(check(`Bearer ${standard('key:old')}`), 'acme');
    assert.equal(check(`Bearer ${standard('key:of another')}`), 'key');
    assert.equal(check(`Bearer ${standard('other-key:of another')}`), 'key');
  });

  it('refuses everything else alike', () => {
    const wrong = [
      'acme:',
      'acme',
      ':',
      ':old',
      'nobody:',
      'nobody:old',
      'acme:ol',
      'acme:old ',
      'acme:of another',
      '',
    ];
    const headers = ['', 'Bearer', 'Bearer ', `Basic ${standard('acme:old')}`, 'Bearer acme:old', 'Bearer ****'];
    for (const header of [...headers, ...wrong.map((text) => `Bearer ${standard(text)}`)])
      assert.throws(() => check(header), refused('invalid_credentials'), header);
  });

  it('says that an account is disabled only to holders of its secret', () => {
    assert.throws(() => check(`Bearer ${standard('off:secret')}`), refused('account_disabled'));
    assert.throws(() => check(`Bearer ${standard('off:guess')}`), refused('invalid_credentials'));
  });
});
