import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { UnsealError } from './account/sealing.js';
import { decryptPairs, sealJob, secretOptions } from './sealed-job.js';

const key = createSecretKey(Buffer.alloc(32, 3));
const plain = { url: 'https://example.com/', full: 'true' };
const secrets = { headers: 'c2VjcmV0LWhlYWRlcg', cookies: 'c2VjcmV0LWNvb2tpZQ', httpAuth: 'bWU6c2VjcmV0' };
const job = { id: 'c0a1e2f3-1111-4222-8333-444455556666', account: 'acme', pairs: { ...plain, ...secrets } };

describe('a sealed job', () => {
  it('shows no value of a secret option, and decrypts whole', () => {
    assert.deepEqual(Object.keys(secrets).sort(), [...secretOptions]);
    const sealed = sealJob(key, job);
    assert.deepEqual(sealed.pairs, plain);
    for (const value of Object.values(secrets)) assert.ok(!JSON.stringify(sealed).includes(value));
    assert.deepEqual(decryptPairs(key, sealed), job.pairs);
  });

  it('is as it was without secret options, as an older api writes it', () => {
    const open = { ...job, pairs: plain };
    assert.deepEqual(sealJob(key, open), open);
    assert.deepEqual([decryptPairs(key, open), decryptPairs(key, job)], [plain, job.pairs]);
  });

  it('decrypts with its key, account and id only', () => {
    const sealed = sealJob(key, job);
    const otherKey = createSecretKey(Buffer.alloc(32, 4));
    assert.throws(() => decryptPairs(otherKey, sealed), UnsealError);
    for (const change of [{ account: 'other' }, { id: '00000000-1111-4222-8333-444455556666' }])
      assert.throws(() => decryptPairs(key, { ...sealed, ...change }), UnsealError);
  });
});
