import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { it } from 'node:test';
import { type RenderJob, sealJob } from '@tintype/contracts';
import { pairsReader, SecretsNotDecrypted } from './job-secrets.js';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const job: RenderJob = {
  id: 'c0a1e2f3-1111-4222-8333-444455556666',
  class: 'still',
  endpoint: 'image',
  account: 'acme',
  key: 'a'.repeat(64),
  pairs: { url: 'https://example.com/', httpAuth: 'bWU6c2VjcmV0' },
  requestId: 'req_1',
  resultBytes: null,
  deadline: 2,
  publishedAt: 1,
};

it('reads the secret options of a job with each of its keys, and names the setting if none fits', () => {
  const sealed = sealJob(keyOf(1), job);
  assert.deepEqual(pairsReader([keyOf(2), keyOf(1)])(sealed), job.pairs);
  assert.throws(
    () => pairsReader([keyOf(2), keyOf(3)])(sealed),
    (error) => error instanceof SecretsNotDecrypted && /TINTYPE_JOB_KEY/.test(error.message),
  );
});
