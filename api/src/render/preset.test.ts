import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint } from '@tintype/contracts';
import type { Preset } from '../accounts/presets/preset.js';
import { readOptions } from './preset.js';

const url = 'https://example.com/';
const updatedAt = '2026-01-01T00:00:00.000Z';

const presets = (...some: Pick<Preset, 'name' | 'endpoint' | 'options' | 'version'>[]) =>
  new Map(some.map((each) => [each.name, { ...each, updatedAt }]));

const account = {
  presets: presets(
    { name: 'wide', endpoint: null, options: { vw: '1920', darkMode: 'true' }, version: 3 },
    { name: 'paper', endpoint: 'pdf', options: { format: 'A5' }, version: 1 },
    { name: 'part', endpoint: 'image', options: { selector: 'h1' }, version: 1 },
    { name: 'old', endpoint: 'image', options: { type: 'bmp' }, version: 1 },
  ),
};

const read = (pairs: Record<string, string>, endpoint: Endpoint = 'image') =>
  readOptions({ account, endpoint, pairs: { url, ...pairs } });

const refused = (message: RegExp) => (error: { code?: string; message?: string }) => {
  assert.equal(error.code, 'invalid_option');
  assert.match(error.message ?? '', message);
  return true;
};

describe('the options of a request with a preset', () => {
  it('are those of the preset, and the query wins', () => {
    const { options, pairs } = read({ preset: 'wide', vw: '800' });
    assert.ok('vw' in options);
    assert.deepEqual([options.vw, options.darkMode], [800, true]);
    assert.deepEqual(pairs, { url, vw: '800', darkMode: 'true', preset: 'wide@3' });
  });

  it('serve any endpoint, or the one of the preset', () => {
    assert.equal(read({ preset: 'wide' }, 'content').pairs.vw, '1920');
    assert.equal(read({ preset: 'paper' }, 'pdf').pairs.format, 'A5');
    assert.throws(
      () => read({ preset: 'paper' }),
      refused(/`paper` is for the endpoint pdf, not for image\. .* `endpoint` null\.$/),
    );
  });

  it('stay as they are without a preset', () => {
    const pairs = { url, vw: '800' };
    assert.equal(readOptions({ account, endpoint: 'image', pairs }).pairs, pairs);
  });

  it('name an unknown preset, also one with a version or a name of every object', () => {
    for (const name of ['none', 'wide@3', 'constructor', '__proto__'])
      assert.throws(() => read({ preset: name }), refused(new RegExp(`no preset \`${name}\`: .*/v1/account/presets`)));
  });

  it('are checked again, and the error names the preset', () => {
    assert.throws(
      () => read({ preset: 'old' }),
      refused(/`type` of image takes one of .* The preset `old` sets options /),
    );
    assert.throws(() => read({ preset: 'part', selectorId: 'a' }), refused(/only one of .* The preset `part` /));
    assert.throws(() => read({ preset: 'wide', url: 'ftp://x' }), { code: 'invalid_url' });
  });
});
