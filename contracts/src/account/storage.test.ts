import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { UnsealError } from './sealing.js';
import { decryptStorage, sealStorage } from './storage.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const settings = {
  endpoint: 'https://s3.example/',
  region: 'us-east-1',
  bucket: 'pictures',
  key: 'AKID',
  secret: 'hush',
  pathStyle: true,
  prefix: 'captures/',
  publicUrl: null,
};

describe('the storage of an account', () => {
  const storage = sealStorage(key, 'acme', settings);

  it('shows everything but the secret', () => {
    const { sealed, setAt, ...shown } = storage;
    assert.deepEqual({ ...shown, secret: 'hush' }, settings);
    assert.ok(!JSON.stringify(storage).includes('hush') && !Number.isNaN(Date.parse(setAt)) && sealed);
  });

  it('decrypts only for its own account with the master key', () => {
    assert.deepEqual(decryptStorage(key, 'acme', storage), settings);
    assert.throws(() => decryptStorage(key, 'other', storage), UnsealError);
    assert.throws(() => decryptStorage(createSecretKey(Buffer.alloc(32, 2)), 'acme', storage), UnsealError);
  });
});
