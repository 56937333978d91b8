import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpointOptions, endpoints, parseOptions } from '@tintype/contracts';
import { optionsSchema, orderOf } from './option-arguments.js';

const url = 'https://example.com/';

describe('options as arguments of tools', () => {
  it('have the type, bounds, default and words of the table', () => {
    const { properties } = optionsSchema('image', ['url', 'vw', 'type', 'full', 'emulateDevice', 'delay']);
    assert.deepEqual(properties?.vw, {
      type: 'integer',
      minimum: 1,
      maximum: 5000,
      description: 'Viewport width in CSS pixels (1440).',
    });
    const { type, emulateDevice, full, delay } = properties as Record<string, Record<string, unknown>>;
    assert.match(String(type?.enum), /^png,jpeg,webp/);
    assert.equal(type?.default, 'png');
    assert.equal(emulateDevice?.type, 'string');
    assert.deepEqual([full?.type, full?.default, delay?.maximum], ['boolean', false, 60]);
  });

  it('have a type, all of them', () => {
    for (const endpoint of endpoints) {
      const names = Object.keys(endpointOptions[endpoint].shape);
      const { properties = {} } = optionsSchema(endpoint, names);
      for (const [name, property] of Object.entries(properties))
        assert.ok(typeof (property as { type?: unknown }).type === 'string', `${endpoint}.${name}`);
    }
  });

  it('become the pairs of a query', () => {
    const args = { url, full: true, vw: 300, selector: null, waitFor: '', httpAuth: 'ada:söme', html: null };
    const { pairs, document } = orderOf('image', args);
    assert.deepEqual([Object.keys(pairs), document], [['url', 'full', 'vw', 'httpAuth'], undefined]);
    const options = parseOptions('image', pairs);
    assert.deepEqual([options.full, options.vw, options.httpAuth], [true, 300, 'ada:söme']);
  });

  it('may bring the page itself, and its base', () => {
    const { pairs, document } = orderOf('pdf', { markdown: '# Lamps', baseUrl: url, format: 'A5' });
    assert.deepEqual([pairs, document?.facts.kind], [{ url, format: 'A5' }, 'markdown']);
    assert.equal(document?.bytes.toString(), '# Lamps');
    assert.throws(() => orderOf('pdf', { url, html: '<p>' }), /The body has `url` and `html`/);
    assert.throws(() => orderOf('pdf', {}), { code: 'missing_url' });
  });

  it('refuse unknown names and lists', () => {
    assert.throws(
      () => orderOf('image', { url, fullPage: true }),
      /`fullPage` is unknown. Did you mean `full`\? The arguments are url, /,
    );
    assert.throws(
      () => orderOf('image', { url, s3Acl: 'public-read' }),
      /`s3Acl` is refused here, because it can publish/,
    );
    assert.throws(
      () => orderOf('image', { url, vw: [1] }),
      /The option `vw` takes a whole number from 1 to 5000, not a list/,
    );
  });
});
