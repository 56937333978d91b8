import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { readMasterKey, seal, UnsealError, unseal } from './sealing.js';

const hex = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const key = readMasterKey(hex);
const place = { account: 'a', secretId: 's' };

describe('readMasterKey', () => {
  it('reads the same key in hex and in both kinds of base64', () => {
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    const url = Buffer.from(hex, 'hex').toString('base64url');
    for (const text of [hex, hex.toUpperCase(), base64, url]) assert.ok(readMasterKey(text).equals(key), text);
  });

  it('says what it takes, and repeats nothing', () => {
    const tail = ['', hex.slice(1), `${hex}0`, 'password', `${'A'.repeat(42)}==`, 'g'.repeat(64), '!'.repeat(43)];
    for (const text of tail) {
      assert.throws(
        () => readMasterKey(text),
        (error: Error) => {
          assert.match(error.message, /^32 bytes .*`openssl rand -hex 32`/);
          return text === '' || !error.message.includes(text);
        },
      );
    }
  });

  it('makes a key that neither logs nor JSON show', () => {
    assert.ok(!`${inspect(key, { depth: 9 })}${JSON.stringify({ key })}`.includes(hex.slice(0, 8)));
  });
});

describe('sealing', () => {
  it('gives the text back, and never seals it the same way twice', () => {
    for (const text of ['', 'test', 'ünï:,\n', 'x'.repeat(5000)]) {
      const sealed = seal(key, place, text);
      assert.equal(unseal(key, place, sealed), text);
      assert.notEqual(seal(key, place, text), sealed);
      assert.match(sealed, /^v1\.[A-Za-z0-9_-]+$/);
    }
  });

  it('opens in its place only', () => {
    const sealed = seal(key, place, 'test');
    for (const other of [
      { ...place, account: 'b' },
      { ...place, secretId: 't' },
    ]) {
      assert.throws(() => unseal(key, other, sealed), UnsealError);
    }
  });

  it('says that the master key is another one, and nothing else', () => {
    const sealed = seal(readMasterKey('11'.repeat(32)), place, 'test');
    assert.throws(
      () => unseal(key, place, sealed),
      (error: Error) => error.message === 'This was sealed under another master key.' && error.cause === undefined,
    );
  });

  it('opens nothing that was changed, cut or of another form', () => {
    const bytes = Buffer.from(seal(key, place, 'test').slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => unseal(key, place, `v1.${changed.toString('base64url')}`), UnsealError);
      assert.throws(() => unseal(key, place, `v1.${bytes.subarray(0, at).toString('base64url')}`), UnsealError);
    }
    for (const text of ['', 'v1', 'v1.', 'v2.AAAA', bytes.toString('base64url')]) {
      assert.throws(() => unseal(key, place, text), UnsealError);
    }
  });
});
