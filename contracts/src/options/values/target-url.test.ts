import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../limits.js';
import { readTargetUrl, refusedPorts, targetUrl } from './target-url.js';

const read: [text: string, url: string][] = [
  ['https://example.com', 'https://example.com/'],
  ['http://example.com/a?b=c#d', 'http://example.com/a?b=c#d'],
  ['HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
  ['example.com', 'https://example.com/'],
  ['example.com/a:b', 'https://example.com/a:b'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  ['//example.com/a', 'https://example.com/a'],
  ['  https://example.com/a \n', 'https://example.com/a'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ['[2001:db8::1]/x', 'https://[2001:db8::1]/x'],
  ['http://127.1/', 'http://127.0.0.1/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['http://%65xample.com/', 'http://example.com/'],
  ['http://example.com./', 'http://example.com./'],
  ['https://exam\tple.com/\na', 'https://example.com/a'],
  ['https:example.com', 'https://example.com/'],
  ['http:\\\\example.com\\a', 'http://example.com/a'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['https://a_b.example.com/', 'https://a_b.example.com/'],
];

const refused = [
  '/path',
  '/example.com/path',
  'http://!$&/',
  'https://-a.example/',
  'https://(x)/',
  '',
  '   ',
  'http://',
  'https://',
  'http://?x',
  '?x',
  '#x',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<p>x',
  'data:1,x',
  'javascript:1',
  'TEL:115',
  'file:80/etc/passwd',
  'file:///etc/passwd',
  'ftp://example.com/',
  'ws://example.com/',
  'about:blank',
  'blob:https://example.com/1',
  'view-source:https://example.com/',
  'mailto:a@example.com',
  'https://user@example.com/',
  'https://user:password@example.com/',
  'https://:password@example.com/',
  'user:password@example.com',
  'user:1@example.com',
  'user@example.com',
  'https://exa mple.com/',
  'https://ex%2Fample.com/',
  'https://%00/',
  'https://example.com:99999/',
  'https://example.com:x/',
  'https://[::1/',
  'https://[::g]/',
  'http://256.256.256.256/',
  'https://../',
  'https://.example.com/',
  'https://a..b/',
  'https://example_/',
  `https://${'a.'.repeat(150)}com/`,
  `https://example.com/${'a'.repeat(limits.urlLength)}`,
];

const urlish = fc.array(
  fc.constantFrom(
    'http',
    'https',
    ':',
    '//',
    '/',
    '@',
    '\\',
    '.',
    'a',
    'javascript',
    '1',
    '%',
    '?',
    '#',
    '\t',
    ' ',
    'ü',
  ),
);

describe('readTargetUrl', () => {
  for (const [text, url] of read) {
    it(`reads ${JSON.stringify(text)}`, () => assert.equal(readTargetUrl(text), url));
  }
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}`, () => assert.equal(readTargetUrl(text), undefined));
  }

  it('takes a URL of the maximum length', () => {
    const start = 'https://example.com/';
    assert.ok(readTargetUrl(start.padEnd(limits.urlLength, 'a')));
    assert.equal(readTargetUrl(start.padEnd(limits.urlLength + 1, 'a')), undefined);
  });

  it('returns only http and https URLs without credentials, for any text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      urlish.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const href = readTargetUrl(text);
        if (href === undefined) return;
        assert.match(href, /^https?:\/\/[^/@\s]+\//);
        assert.doesNotMatch(href, /[^\x21-\x7e]/);
        assert.equal(readTargetUrl(href), href.length <= limits.urlLength ? href : undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('targetUrl', () => {
  it('reads the same as a schema', () => {
    assert.equal(targetUrl().parse('example.com'), 'https://example.com/');
    const { error } = targetUrl().safeParse('ftp://example.com');
    assert.equal(error?.issues[0]?.message, 'The option `url` takes an absolute http or https URL.');
  });

  it('refuses a port that Chromium and fetch block', async () => {
    for (const port of refusedPorts) {
      const { error } = targetUrl().safeParse(`example.com:${port}`);
      assert.match(String(error?.issues[0]?.message), new RegExp(`^Browsers refuse port ${port} `));
      // Node.js refuses the Fetch standard's ports before it connects; 0 is not among them.
      if (port !== 0) await assert.rejects(fetch(`http://192.0.2.1:${port}/`), { cause: new Error('bad port') });
    }
    for (const url of ['http://example.com:80/', 'https://example.com:443/', 'http://example.com:8080/:25/'])
      assert.equal(targetUrl().parse(url), new URL(url).href);
  });
});
