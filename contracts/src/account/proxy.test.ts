import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { decryptProxy, sealProxy } from './proxy.js';
import { UnsealError } from './sealing.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const url = 'socks5://user:p%40ss@proxy.example:1080';

describe('the proxy of an account', () => {
  const proxy = sealProxy(key, 'acme', url);

  it('shows everything but the password', () => {
    assert.equal(proxy.url, 'socks5://user@proxy.example:1080');
    assert.ok(!JSON.stringify(proxy).includes('p%40ss'));
  });

  it('shows no user name without a password: it may be a key', () => {
    for (const login of ['key-12345', 'key-12345:'])
      assert.equal(sealProxy(key, 'acme', `http://${login}@proxy.example:3128`).url, 'http://***@proxy.example:3128/');
  });

  it('decrypts only for its own account with the master key', () => {
    assert.equal(decryptProxy(key, 'acme', proxy), url);
    assert.throws(() => decryptProxy(key, 'other', proxy), UnsealError);
    assert.throws(() => decryptProxy(createSecretKey(Buffer.alloc(32, 2)), 'acme', proxy), UnsealError);
  });

  it('needs no login', () => {
    const open = sealProxy(key, 'acme', 'http://10.0.0.1:3128');
    assert.deepEqual([open.url, decryptProxy(key, 'acme', open)], ['http://10.0.0.1:3128/', 'http://10.0.0.1:3128']);
  });
});
