import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountSettings, installationSettings, storageFaultOf } from './storage-fault.js';

type Failure = Parameters<typeof storageFaultOf>[0];

const need = { bucket: 'pictures', right: 's3:PutObject', settings: accountSettings } as const;

const cases: [failure: Partial<Failure> & { code: string }, kind: string, sentence: RegExp][] = [
  [{ status: 403, code: 'InvalidAccessKeyId' }, 'refused', /does not know the access key\. Correct `key`/],
  [{ status: 404, code: 'XAdminUserNotFound' }, 'refused', /does not know the access key/],
  [{ status: 403, code: 'SignatureDoesNotMatch' }, 'refused', /Correct `secret`/],
  [
    { status: 403, code: 'AccessDenied' },
    'refused',
    /Grant the access key the right s3:PutObject in the bucket `pictures`/,
  ],
  [{ status: 401, code: 'Unauthorized' }, 'refused', /refuses access/],
  [{ status: 404, code: 'NoSuchBucket' }, 'no_bucket', /no bucket `pictures`\. Create it/],
  [{ status: 404, code: 'NotFound' }, 'no_bucket', /`endpoint`/],
  [{ status: 404, code: 'NotFound', isS3: false }, 'no_store', /answers 404 without a code of S3\. Correct `endpoint`/],
  [
    { status: 403, code: 'Error', isS3: false },
    'refused',
    /Correct `endpoint`, or allow uploads in the proxy or firewall/,
  ],
  [
    { status: 413, code: 'Error', isS3: false },
    'failed',
    /no file of this size\. Raise its limit and that of any proxy/,
  ],
  [{ status: 501, code: 'Error', isS3: false }, 'no_store', /not an S3 store/],
  [{ status: 400, code: 'Unknown', isS3: false }, 'no_store', /Correct `endpoint`: usually it needs `https`/],
  [
    { status: 501, code: 'NotImplemented' },
    'failed',
    /does not support a request .*\(501 NotImplemented\)\. Use another store/,
  ],
  [{ status: 408, code: 'Unknown', isS3: false }, 'timeout', /did not answer in time/],
  [{ status: 400, code: 'RequestTimeout' }, 'timeout', /did not answer in time/],
  [{ status: 400, code: 'ExpiredToken' }, 'refused', /has expired\. Set a new `key` and `secret`/],
  [{ status: 400, code: 'EntityTooLarge' }, 'failed', /no file of this size\. Raise its limit/],
  [{ status: 400, code: 'KeyTooLongError' }, 'failed', /Shorten `fileName` of the request .* or `prefix`\.$/],
  [{ status: 400, code: 'InvalidBucketName' }, 'no_bucket', /no bucket `pictures`/],
  [{ status: 409, code: 'OperationAborted' }, 'failed', /Try again/],
  [{ status: 200, code: 'NoETag', isS3: false }, 'no_store', /not an S3 store/],
  [{ status: 503, code: 'Unknown', isS3: false }, 'failed', /failed \(503 Unknown\)\. Try again/],
  [{ status: 403, code: 'QuotaExceeded' }, 'full', /is full, or the bucket has reached its quota\. Delete objects/],
  [{ status: 400, code: 'XMinioAdminBucketQuotaExceeded' }, 'full', /is full/],
  [{ status: 507, code: 'XMinioStorageFull' }, 'full', /is full/],
  [{ status: 507, code: 'Unknown', isS3: false }, 'full', /is full/],
  [
    { status: 301, code: 'PermanentRedirect', region: 'eu-west-1' },
    'other_region',
    /in the region `eu-west-1`\. Correct `region`/,
  ],
  [{ status: 400, code: 'AuthorizationHeaderMalformed' }, 'other_region', /in another region/],
  [{ status: 301, code: 'PermanentRedirect' }, 'other_region', /in another region/],
  [{ status: 307, code: 'Unknown', region: 'eu-west-1' }, 'other_region', /in the region `eu-west-1`/],
  [{ status: 301, code: 'Unknown' }, 'failed', /redirects to another address\. Use that one, usually with `https`/],
  [{ status: 308, code: 'Unknown' }, 'failed', /redirects to another address/],
  [{ status: 503, code: 'SlowDown' }, 'failed', /failed \(503 SlowDown\)\. Try again/],
  [
    { status: 400, code: 'InvalidRequest' },
    'failed',
    /refuses the request \(400 InvalidRequest\)\. Correct `endpoint`.*required encryption/,
  ],
  [{ status: 400, code: '<script>\r\nX: y' }, 'failed', /\(400 scriptXy\)\./],
  [{ code: 'result_too_large' }, 'no_store', /something that is not an S3 store/],
  [{ code: 'invalid_url' }, 'failed', /make no valid URL/],
  [{ code: 'UnsupportedKey' }, 'failed', /segment `\.` or `\.\.`/],
  [{ code: 'target_blocked' }, 'blocked', /private or blocked address.*TINTYPE_EGRESS_ALLOW.*own ports stay blocked/],
  [{ code: 'target_dns' }, 'dns', /does not resolve/],
  [{ code: 'target_tls' }, 'tls', /certificate/],
  [{ code: 'target_unreachable' }, 'unreachable', /does not answer/],
  [{ code: 'ECONNREFUSED' }, 'unreachable', /does not answer/],
  [{ code: 'timeout' }, 'timeout', /not answer in time/],
  [{ code: 'TimeoutError' }, 'timeout', /not answer in time/],
];

describe('the fault of a storage', () => {
  for (const [failure, kind, sentence] of cases)
    it(`is ${kind} after ${failure.status ?? 'no answer'} ${JSON.stringify(failure.code)}`, () => {
      const fault = storageFaultOf(
        { status: undefined, region: undefined, isS3: failure.status !== undefined, ...failure },
        need,
      );
      assert.equal(fault.kind, kind);
      assert.match(fault.sentence, sentence);
      assert.match(fault.sentence, /^[\x20-\x7e]+$/);
    });

  it('reaches the objects that would get the same answer', () => {
    const reachOf = (failure: Partial<Failure> & { code: string }) =>
      storageFaultOf({ status: undefined, region: undefined, isS3: true, ...failure }, need).reach;
    const failures: Record<ReturnType<typeof reachOf>, Parameters<typeof reachOf>[0][]> = {
      settings: [
        ...[403, 404, 401].map((status) => ({ status, code: 'InvalidAccessKeyId' })),
        ...['SignatureDoesNotMatch', 'ExpiredToken', 'RequestTimeTooSkewed'].map((code) => ({ status: 403, code })),
        { status: 404, code: 'NoSuchBucket' },
        { status: 301, code: 'PermanentRedirect' },
        ...[200, 501].map((status) => ({ status, code: 'Unknown', isS3: false })),
        ...['target_blocked', 'target_tls', 'invalid_url'].map((code) => ({ code })),
      ],
      store: [
        { status: 503, code: 'SlowDown' },
        { status: 507, code: 'XMinioStorageFull' },
        ...['timeout', 'target_dns', 'ECONNREFUSED'].map((code) => ({ code })),
      ],
      access: [401, 403].map((status) => ({ status, code: 'AccessDenied' })),
      object: [
        // Block pages of proxies and firewalls.
        ...[400, 401, 403, 404, 405, 406, 413, 451].map((status) => ({ status, code: 'Error', isS3: false })),
        { status: 400, code: 'EntityTooLarge' },
        { status: 400, code: 'InvalidRequest' },
        { code: 'UnsupportedKey' },
      ],
    };
    for (const [reach, some] of Object.entries(failures))
      for (const failure of some) assert.equal(reachOf(failure), reach, JSON.stringify(failure));
  });

  it('names the settings of the api where its administrator reads it', () => {
    for (const [failure] of cases) {
      const facts = { status: undefined, region: undefined, isS3: failure.status !== undefined, ...failure };
      const { sentence } = storageFaultOf(facts, { ...need, settings: installationSettings });
      assert.doesNotMatch(sentence, /`(endpoint|region|bucket|key|secret|pathStyle|prefix)`/);
    }
  });
});
