import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { connectKeyOf, mintToken, podKeyOf, sessionOfToken, type TokenClaims, tokenPurposes } from './token.js';

const rootKey = createSecretKey(Buffer.alloc(32, 7));
const pod = { namespace: 'default', name: 'shop-1' };
const podKey = podKeyOf(rootKey, pod);
const claims: TokenClaims = {
  session: 'sess_00000000-0000-4000-8000-000000000001',
  purpose: 'close',
  expiresAt: Date.parse('2030-01-01T12:00:00Z'),
};
const token = mintToken(podKey, claims);
const use = { purpose: claims.purpose, now: claims.expiresAt };

describe('the key of a pod', () => {
  it('is the same each time, and differs for each pod', () => {
    assert.equal(podKeyOf(createSecretKey(Buffer.alloc(32, 7)), { ...pod }), podKey);
    const others = [
      podKeyOf(rootKey, { ...pod, name: 'shop-2' }),
      podKeyOf(rootKey, { ...pod, namespace: 'other' }),
      podKeyOf(createSecretKey(Buffer.alloc(32, 8)), pod),
    ];
    assert.equal(new Set([podKey, ...others]).size, 4);
  });
});

describe('the key of connections', () => {
  it('is the same each time, and is not the key of a pod', () => {
    const key = connectKeyOf(rootKey);
    assert.equal(connectKeyOf(createSecretKey(Buffer.alloc(32, 7))), key);
    const others = [
      podKey,
      podKeyOf(rootKey, { namespace: '', name: 'connect' }),
      podKeyOf(rootKey, { namespace: 'connect', name: '' }),
    ];
    assert.ok(!others.includes(key));
    assert.notEqual(connectKeyOf(createSecretKey(Buffer.alloc(32, 8))), key);
  });
});

describe('a token', () => {
  it('is valid to the last millisecond', () => {
    assert.equal(sessionOfToken(podKey, token, use), claims.session);
    assert.equal(sessionOfToken(podKey, token, { ...use, now: claims.expiresAt + 1 }), undefined);
  });

  it('is valid for its purpose only', () => {
    const allowed = tokenPurposes.filter((purpose) => sessionOfToken(podKey, token, { ...use, purpose }));
    assert.deepEqual(allowed, ['close']);
  });

  it('is valid on its pod only, even if another pod gets the address', () => {
    const other = podKeyOf(rootKey, { ...pod, name: 'shop-2' });
    assert.equal(sessionOfToken(other, token, use), undefined);
  });

  it('is invalid once any letter has changed', () => {
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === '1' ? '2' : '1') + token.slice(at + 1);
      assert.equal(sessionOfToken(podKey, changed, use), undefined, changed);
    }
  });

  it('has exactly one form', () => {
    for (const text of [
      '',
      'v1',
      `${token}.`,
      ` ${token}`,
      `${token}\n`,
      token.replace('v1', 'v2'),
      token.slice(0, -1),
    ])
      assert.equal(sessionOfToken(podKey, text, use), undefined, JSON.stringify(text));
  });

  it('differs by its nonce, which is signed, too', () => {
    const one = mintToken(podKey, { ...claims, withNonce: true });
    const other = mintToken(podKey, { ...claims, withNonce: true });
    const [nonce, otherNonce] = [one, other].map((each) => each.split('.').at(-2) ?? '') as [string, string];
    assert.notEqual(nonce, otherNonce);
    for (const each of [one, other]) assert.equal(sessionOfToken(podKey, each, use), claims.session);
    for (const wrong of [one.replace(nonce, otherNonce), one.replace(`.${nonce}`, '')])
      assert.equal(sessionOfToken(podKey, wrong, use), undefined, wrong);
  });

  it('has the same form for other releases', () => {
    assert.equal(
      token,
      'v1.sess_00000000-0000-4000-8000-000000000001.close.1893499200000.wET2SkjqMcvTjmJsSwUIUcF2mwxH1HFaqqJZr9RrtLo',
    );
  });
});
