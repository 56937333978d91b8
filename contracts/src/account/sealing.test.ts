import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { seal, UnsealError, unseal } from './sealing.js';

const key = createSecretKey(Buffer.alloc(32, 3));
const place = { account: 'a', secretId: 's' };

describe('sealing', () => {
  it('returns the text, and never seals it the same way twice', () => {
    for (const text of ['', 'test', 'ünï:,\n', 'x'.repeat(5000)]) {
      const sealed = seal(key, place, text);
      assert.equal(unseal(key, place, sealed), text);
      assert.notEqual(seal(key, place, text), sealed);
      assert.match(sealed, /^v1\.[A-Za-z0-9_-]+$/);
    }
  });

  it('decrypts only in its place', () => {
    const sealed = seal(key, place, 'test');
    for (const other of [
      { ...place, account: 'b' },
      { ...place, secretId: 't' },
    ]) {
      assert.throws(() => unseal(key, other, sealed), UnsealError);
    }
  });

  it('says only that the key differs', () => {
    const sealed = seal(createSecretKey(Buffer.alloc(32, 4)), place, 'test');
    assert.throws(
      () => unseal(key, place, sealed),
      (error: Error) => error.message === 'This was sealed under another key.' && error.cause === undefined,
    );
  });

  it('decrypts no text that was changed, cut or has another form', () => {
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
