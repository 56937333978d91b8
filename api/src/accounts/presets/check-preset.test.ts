import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPreset, missingStorageWarnings } from './check-preset.js';

const refused = (message: RegExp) => (error: { code?: string; message?: string }) => {
  assert.equal(error.code, 'invalid_option');
  assert.match(error.message ?? '', message);
  return true;
};

describe('checkPreset', () => {
  it('takes what a query takes, for one endpoint or for all', () => {
    assert.deepEqual(checkPreset('pdf', { width: '100mm', height: '10cm' }), []);
    assert.deepEqual(checkPreset(null, { vw: '800', quality: '80' }), []);
    assert.deepEqual(checkPreset('image', {}), []);
  });

  it('refuses bad values, with the endpoint where the preset is for all', () => {
    assert.throws(() => checkPreset('image', { vw: '0' }), refused(/^The option `vw` takes .* 5000\.$/));
    assert.throws(
      () => checkPreset(null, { width: '100mm', height: '10cm' }),
      refused(
        /`width` of image takes .* This rule belongs to the endpoint image\. If the preset is for another endpoint, set its `endpoint`/,
      ),
    );
    assert.throws(
      () => checkPreset(null, { delay: '40' }),
      refused(/0 to 25\. This rule belongs to the endpoint animated/),
    );
    assert.throws(() => checkPreset(null, { vw: '0' }), refused(/^The option `vw` takes .* 5000\.$/));
    assert.throws(() => checkPreset('pdf', { marginTop: '1in' }), refused(/^Give all of the options/));
  });

  it('refuses what belongs to one request', () => {
    for (const name of ['url', 'preset', 'expires'])
      assert.throws(() => checkPreset('image', { [name]: '1' }), refused(new RegExp(`cannot contain \`${name}\``)));
  });

  it('warns of a `fileName`, which all results of the preset would share', () => {
    for (const endpoint of ['image', 'pdf', null] as const)
      assert.match(checkPreset(endpoint, { fileName: 'shot' }).join(), /replace each other on the same day/);
    assert.deepEqual(checkPreset('image', { vw: '800' }), []);
  });

  it('warns of names that no endpoint of the preset knows', () => {
    assert.deepEqual(checkPreset('pdf', { type: 'webp', constructor: '1', scale: '2' }), [
      'The option `type` is for image, animated: it has no effect on pdf.',
      'The option `constructor` is unknown and has no effect.',
    ]);
  });
});

describe('a preset of an account without storage', () => {
  const path = '/v1/account/storage';

  it('gets a hint that its options need one', () => {
    const hints = (options: Record<string, string>, endpoint: 'content' | null = null) =>
      missingStorageWarnings(endpoint, options, path).join();
    assert.match(
      hints({ s3Acl: 'public-read' }),
      /^The option `s3Acl` has no effect\. .* PUT \/v1\/account\/storage\.$/,
    );
    assert.match(hints({ s3Redirect: 'true', s3Acl: 'private' }), /^Requests with `s3Redirect` get 409/);
    for (const quiet of [hints({ vw: '5', s3Redirect: 'false' }), hints({ s3Acl: 'private' }, 'content')])
      assert.equal(quiet, '');
  });
});
