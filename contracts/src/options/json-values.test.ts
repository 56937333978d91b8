import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '../errors.js';
import { endpointOptions } from './endpoints.js';
import { jsonFormOf, pairsOfJson } from './json-values.js';
import { parseOptions } from './parse.js';

const encode = (value: string) => Buffer.from(value).toString('base64url');

describe('pairsOfJson', () => {
  it('writes plain values as a query has them, and leaves out what is empty', () => {
    const json = { url: 'x', full: true, vw: 300, waitFor: '', selector: null, none: undefined, hide: [], headers: {} };
    assert.deepEqual(pairsOfJson(json), { url: 'x', full: 'true', vw: '300' });
  });

  it('encodes text that a query has in base64url, unless it is encoded', () => {
    for (const httpAuth of ['ada:söme', encode('ada:söme')])
      assert.deepEqual(pairsOfJson({ httpAuth }), { httpAuth: encode('ada:söme') });
    assert.deepEqual(pairsOfJson({ userAgent: 'curl/8.1' }), { userAgent: encode('curl/8.1') });
    const { userAgent } = parseOptions('image', { url: 'x.test', ...pairsOfJson({ userAgent: 'Twitterbot' }) });
    assert.equal(userAgent, 'Twitterbot');
  });

  it('keeps unknown names, those of Object too', () => {
    const pairs = pairsOfJson(JSON.parse('{"__proto__": "x", "constructor": 1, "colour": "red"}'));
    assert.deepEqual(Object.entries(pairs), [
      ['__proto__', 'x'],
      ['constructor', '1'],
      ['colour', 'red'],
    ]);
  });

  it('refuses lists and objects where the option takes none', () => {
    const refused = (name: string, takes: string, ofEndpoint = '') =>
      new TintypeError('invalid_option', `The option \`${name}\`${ofEndpoint} takes ${takes}.`);
    for (const json of [{ vw: {} }, { full: {} }, { preset: [] }, { cookies: {} }, { headers: [] }, { hide: {} }])
      assert.throws(() => parseOptions('image', { url: 'x.test', ...pairsOfJson(json) }), /^TintypeError: The option/);
    assert.throws(() => pairsOfJson({ vw: [1] }), refused('vw', 'a whole number from 1 to 5000, not a list'));
    assert.throws(
      () => pairsOfJson({ httpAuth: { user: 'x' } }),
      refused('httpAuth', 'user:password (in a URL: base64url), not an object'),
    );
    assert.throws(
      () => pairsOfJson({ failOn: [['a']] }),
      refused(
        'failOn',
        'one or more of status, console, request, selector, separated by commas. Send text or a list of texts',
      ),
    );
    const formats = { image: 'png, jpeg, webp, avif', animated: 'gif, mp4, webm' } as const;
    for (const endpoint of ['image', 'animated'] as const)
      assert.throws(
        () => pairsOfJson({ type: ['x'] }, ['pdf', endpoint]),
        refused('type', `one of ${formats[endpoint]}, not a list`),
      );
    assert.throws(
      () => pairsOfJson({ type: ['x'] }, ['animated', 'image']),
      refused('type', `one of ${formats.animated}, not a list`, ' of animated'),
    );
    assert.throws(
      () => pairsOfJson({ ['x'.repeat(99)]: [1] }),
      refused('x'.repeat(64), 'text, a number, true or false, not a list'),
    );
  });
});

describe('jsonFormOf', () => {
  it('knows the options that a query has in base64url, below their defaults', () => {
    const { shape } = endpointOptions.image;
    assert.deepEqual(jsonFormOf(shape.httpAuth), { kind: 'text', schema: { type: 'string' } });
    assert.equal(jsonFormOf(shape.vw), undefined);
    assert.equal(jsonFormOf(shape.type), undefined);
  });
});
