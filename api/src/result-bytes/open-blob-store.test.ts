import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { S3Failure } from '../s3/s3-bucket.js';
import { checkBucket } from './open-blob-store.js';

const endpoint = new URL('http://127.0.0.1');
const settings = { endpoint, region: 'r', bucket: 'pictures', key: 'k', secret: 'hidden', pathStyle: true };

const check = (name: string, httpStatusCode?: number) => {
  const cause = Object.assign(new Error('hidden'), {
    name,
    ...(name === 'NoListing' ? {} : { Code: name }),
    ...(httpStatusCode ? { $metadata: { httpStatusCode } } : {}),
  });
  return checkBucket({ list: () => Promise.reject(new S3Failure('list', cause)) }, settings);
};

describe('the check of the bucket', () => {
  const cases = [
    ['NoSuchBucket', 404, /no bucket `pictures`.* TINTYPE_S3_BUCKET/],
    ['PermanentRedirect', 301, /TINTYPE_S3_REGION/],
    ['AuthorizationHeaderMalformed', 400, /TINTYPE_S3_REGION/],
    ['InvalidAccessKeyId', 403, /TINTYPE_S3_KEY/],
    ['AccessDenied', 403, /Grant the access key the right s3:ListBucket in the bucket `pictures`/],
    ['SignatureDoesNotMatch', 403, /Correct TINTYPE_S3_SECRET/],
    ['NoListing', 200, /TINTYPE_S3_ENDPOINT/],
  ] as const;
  for (const [code, status, advice] of cases) {
    it(`says what to do about ${status} ${code}, and repeats nothing of the client’s error`, async () => {
      await assert.rejects(check(code, status), (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, advice);
        assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /hidden/);
        return true;
      });
    });
  }

  it('continues the start while the store is down', async () => {
    await check('InternalError', 500);
    await check('SlowDown', 503);
    await check('TimeoutError');
  });
});
