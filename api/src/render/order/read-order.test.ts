import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentUrl, limits } from '@tintype/contracts';
import { pageLoads } from './page-loads.js';
import { readOrder } from './read-order.js';

const url = 'https://example.com/';

describe('readOrder', () => {
  it('reads options as the pairs of a signed URL', () => {
    const userAgent = Buffer.from('Mine/1').toString('base64url');
    const body = { endpoint: 'image', url, full: true, vw: 1280, selector: null, fileName: '', userAgent: 'Mine/1' };
    const { outputs, document, isList } = readOrder(body);
    assert.deepEqual(outputs, [{ endpoint: 'image', pairs: { full: 'true', vw: '1280', userAgent, url } }]);
    assert.deepEqual([document, isList], [undefined, false]);
  });

  it('reads a document, with and without a base', () => {
    const { outputs, document } = readOrder({ endpoint: 'pdf', markdown: '# Grüße', url: '' });
    assert.deepEqual(outputs, [{ endpoint: 'pdf', pairs: { url: documentUrl } }]);
    assert.deepEqual([document?.facts.kind, document?.facts.length], ['markdown', 9]);
    assert.match(document?.facts.sha256 ?? '', /^[0-9a-f]{64}$/);
    const based = readOrder({ endpoint: 'pdf', html: '<p>', baseUrl: 'example.com/a b' });
    assert.equal(based.outputs[0].pairs.url, 'https://example.com/a%20b');
  });

  it('gives each output its own options and those of the page', () => {
    const body = { outputs: ['image', { endpoint: 'pdf', width: '100mm', height: '50mm' }], url, vw: 800, full: true };
    const { outputs, isList } = readOrder(body);
    assert.equal(isList, true);
    assert.deepEqual(outputs, [
      { endpoint: 'image', pairs: { vw: '800', full: 'true', url } },
      { endpoint: 'pdf', pairs: { vw: '800', width: '100mm', height: '50mm', url } },
    ]);
  });

  it('shares a page load, unless a picture changes the colours of a print', () => {
    const loads = (more: object) =>
      pageLoads(readOrder({ outputs: ['pdf', 'image', 'content'], url, ...more }).outputs);
    const namesOf = (more: object) => loads(more).map((load) => load.map(({ endpoint }) => endpoint));
    assert.deepEqual(namesOf({}), [['pdf', 'image', 'content']]);
    for (const more of [{ darkMode: true }, { transparent: 1 }, { preset: 'p' }])
      assert.deepEqual(namesOf(more), [['image', 'content'], ['pdf']], JSON.stringify(more));
    assert.deepEqual(pageLoads(readOrder({ outputs: ['pdf'], url, darkMode: true }).outputs).length, 1);
  });

  const tooLarge = 'ü'.repeat(limits.documentBytes / 2 + 1);
  const refused: [name: string, body: unknown, code: string, sentence: RegExp][] = [
    ['null', null, 'invalid_request', /a JSON object such as \{"endpoint"/],
    ['a list', [], 'invalid_request', /a JSON object/],
    ['no endpoint', { url }, 'invalid_request', /`endpoint` is missing. It takes one of image, pdf/],
    ['an unknown endpoint', { endpoint: 'video', url }, 'invalid_request', /^The property `endpoint` takes one of/],
    ['an endpoint that is no text', { endpoint: ['pdf'], url }, 'invalid_request', /`endpoint` takes one of/],
    ['endpoint and outputs', { endpoint: 'pdf', outputs: ['pdf'], url }, 'invalid_request', /`endpoint` and `outputs`/],
    ['an empty list of outputs', { outputs: [], url }, 'invalid_request', /`outputs` takes a list such as/],
    ['outputs that are no list', { outputs: 'pdf', url }, 'invalid_request', /`outputs` takes a list/],
    [
      'a recording in a list',
      { outputs: ['pdf', 'animated'], url },
      'invalid_request',
      /`outputs.1` takes one of image, pdf, content, metadata\./,
    ],
    [
      'an output without endpoint',
      { outputs: [{ full: true }], url },
      'invalid_request',
      /`outputs.0.endpoint` is missing/,
    ],
    ['an endpoint twice', { outputs: ['pdf', 'image', 'pdf'], url }, 'invalid_request', /has pdf twice/],
    [
      'an option of the page at an output',
      { outputs: [{ endpoint: 'image', vw: 1 }], url },
      'invalid_option',
      /share the option `vw`\. Put it beside `outputs`/,
    ],
    [
      'a foreign option at an output',
      { outputs: [{ endpoint: 'pdf', full: true }], url },
      'invalid_option',
      /`full` is for image, not for pdf/,
    ],
    ['no page', { endpoint: 'pdf' }, 'missing_url', /Give one of `url`, `html` and `markdown`/],
    ['a page of blanks', { endpoint: 'pdf', markdown: ' \n ' }, 'missing_url', /Give one of/],
    ['two pages', { endpoint: 'pdf', url, html: '<p>' }, 'invalid_request', /`url` and `html`. Give only one/],
    ['a url that is no text', { endpoint: 'pdf', url: 7 }, 'invalid_url', /absolute http or https URL/],
    ['html that is no text', { endpoint: 'pdf', html: { a: 1 } }, 'invalid_request', /`html` takes text/],
    [
      'html of more than 5 MiB',
      { endpoint: 'pdf', html: tooLarge },
      'request_too_large',
      /5,242,882 bytes. Send at most 5,242,880/,
    ],
    ['a base beside a url', { endpoint: 'pdf', url, baseUrl: url }, 'invalid_request', /`baseUrl` is for `html`/],
    ['a base that is no URL', { endpoint: 'pdf', html: 'a', baseUrl: 'ftp://a/' }, 'invalid_url', /`baseUrl` takes/],
    ['a base with a password', { endpoint: 'pdf', html: 'a', baseUrl: 'http://a:b@c/' }, 'invalid_url', /without user/],
    [
      'an option of another endpoint',
      { endpoint: 'pdf', url, full: true },
      'invalid_option',
      /`full` is for image, not for pdf/,
    ],
    [
      'a near name of another endpoint',
      { outputs: [{ endpoint: 'pdf', fullPage: true }], url },
      'invalid_option',
      /`fullPage` is unknown\. Did you mean `full`, which only other endpoints take\? /,
    ],
    ['an unknown option', { endpoint: 'pdf', url, widht: 1 }, 'invalid_option', /`widht` is unknown\. Did you mean/],
    ['a near name', { endpoint: 'pdf', url, widht: 1 }, 'invalid_option', /Did you mean `width`\?/],
    [
      'options in an object',
      { endpoint: 'pdf', url, options: { full: true } },
      'invalid_request',
      /beside `endpoint`, and not/,
    ],
    ['the name of a prototype', { endpoint: 'pdf', url, constructor: 1 }, 'invalid_option', /`constructor` is unknown/],
    ['async that is no flag', { endpoint: 'pdf', url, async: 'yes' }, 'invalid_request', /`async` takes true or false/],
    [
      'a notification without async',
      { endpoint: 'pdf', url, async: false, notification_uri: url },
      'invalid_request',
      /`notification_uri` is for `async`\. Add `"async": true`/,
    ],
    [
      'an object as a value',
      { endpoint: 'image', url, vw: { a: 1 } },
      'invalid_option',
      /`vw` takes a whole number from 1 to 5000, not an object/,
    ],
  ];
  for (const [name, body, code, sentence] of refused)
    it(`refuses ${name}`, () => assert.throws(() => readOrder(body), { code, message: sentence }));
});
