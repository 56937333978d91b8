import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ErrorCode, TintypeError } from '../errors.js';
import { type Endpoint, endpointOptions, endpoints } from './endpoints.js';
import { canonicalPairs, type Pairs, parseOptions } from './parse.js';
import type { PageRange } from './values/page-ranges.js';

const url = 'https://example.com/';

const refused: { pairs: Pairs; code: ErrorCode; message: string }[] = [
  { pairs: {}, code: 'missing_url', message: 'The option `url` is missing. It takes the address of the page.' },
  {
    pairs: { url: '' },
    code: 'missing_url',
    message: 'The option `url` is missing. It takes the address of the page.',
  },
  {
    pairs: { url: 'ftp://x' },
    code: 'invalid_url',
    message: 'The option `url` takes an absolute http or https URL.',
  },
  {
    pairs: { url, vw: '0' },
    code: 'invalid_option',
    message: 'The option `vw` takes a whole number from 1 to 5000.',
  },
  {
    pairs: { url, full: 'constructor' },
    code: 'invalid_option',
    message: 'The option `full` takes true or false.',
  },
  {
    pairs: { url, selector: 'a', selectorId: 'b' },
    code: 'invalid_option',
    message: 'Give only one of the options `selector`, `selectorId`.',
  },
];

describe('parseOptions', () => {
  it('reads strings into values, and fills in the defaults', () => {
    const options = parseOptions('image', { url: 'example.com', full: '1', vw: '800', delay: '1.5', type: 'JPEG' });
    const { full, vw, vh, delay, type, quality } = options;
    assert.deepEqual(
      { url: options.url, full, vw, vh, delay, type, quality },
      { url, full: true, vw: 800, vh: undefined, delay: 1.5, type: 'jpeg', quality: undefined },
    );
  });

  it('drops unknown names', () => {
    const pairs = JSON.parse(`{"url": "${url}", "colour": "red", "__proto__": "x", "constructor": "y"}`);
    assert.deepEqual(parseOptions('image', pairs), parseOptions('image', { url }));
  });

  for (const { pairs, code, message } of refused) {
    it(`refuses ${JSON.stringify(pairs)}`, () => {
      assert.throws(() => parseOptions('image', pairs), new TintypeError(code, message));
    });
  }

  it('names the port that Chromium blocks', () => {
    const sentence =
      'Browsers refuse port 6000 (https://fetch.spec.whatwg.org/#port-blocking). Serve the page on another port.';
    const expected = new TintypeError('invalid_url', sentence);
    for (const url of ['http://example.com:6000/', 'example.com:6000/x'])
      assert.throws(() => parseOptions('pdf', { url }), expected);
  });

  it('says what to do about a login in the URL, and which ports there are', () => {
    const login = new TintypeError('invalid_url', 'The option `url` takes no user name or password. Use `httpAuth`.');
    for (const url of ['http://a:b@x/', 'user@example.com']) assert.throws(() => parseOptions('image', { url }), login);
    const port = 'The option `url` takes an absolute http or https URL. Ports are 1 to 65535.';
    for (const url of ['http://x:65536/', 'example.com:99999?q'])
      assert.throws(() => parseOptions('image', { url }), new TintypeError('invalid_url', port));
  });

  it('refuses paper on which Chromium would print thousands of sheets', () => {
    const takes = 'takes a length from 0.5in to 200in, such as 100mm, 10cm, 8.5in, 360pt or 480px.';
    for (const size of ['0', '1px', '47px', '12.6mm', '201in']) {
      for (const [pairs, name] of [
        [{ width: size, height: '1in' }, 'width'],
        [{ width: '1in', height: size }, 'height'],
      ] as const)
        assert.throws(
          () => parseOptions('pdf', { url, ...pairs }),
          new TintypeError('invalid_option', `The option \`${name}\` of pdf ${takes}`),
        );
    }
    const { width, height } = parseOptions('pdf', { url, width: '48px', height: '36pt' });
    assert.deepEqual([width, height], [0.5, 0.5]);
  });

  it('says that the URL is too long', () => {
    const expected = new TintypeError('invalid_url', 'The option `url` takes up to 8192 characters.');
    assert.throws(() => parseOptions('image', { url: `${url}${'x'.repeat(8192)}` }), expected);
  });

  const known = [...new Set(endpoints.flatMap((endpoint) => Object.keys(endpointOptions[endpoint].shape)))];
  const words = [
    'true',
    '0',
    '-1',
    '5',
    '1e3',
    '0x10',
    'constructor',
    '__proto__',
    'png',
    '10mm',
    'YTpi',
    'a,b',
    '2-',
    '\n',
    url,
  ];
  const value = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' }), fc.nat().map(String));
  const pairs = fc.dictionary(fc.constantFrom(...known), value, { maxKeys: 8 });
  const anyPairs = fc.oneof(
    pairs,
    pairs.map((some) => ({ ...some, url })),
  );

  const outcome = (endpoint: (typeof endpoints)[number], some: Pairs) => {
    try {
      return { options: parseOptions(endpoint, some) };
    } catch (error) {
      assert.ok(error instanceof TintypeError, String(error));
      assert.ok(error.status >= 400 && error.status < 500);
      return { code: error.code, message: error.message };
    }
  };

  const closed = ({ first, last }: PageRange) => ({ first, last: last === Number.POSITIVE_INFINITY ? 0 : last });

  /** What JSON can carry, undefined included. Only an open range of pages is beyond it, which nothing sends as JSON. */
  const checkJson = ({ pageRanges, ...others }: Record<string, unknown>) => {
    const read = { ...others, ...(pageRanges ? { pageRanges: (pageRanges as PageRange[]).map(closed) } : {}) };
    for (const value of Object.values(read))
      if (value !== undefined) assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
  };

  it('returns JSON values or a client error, the same every time, for any pairs', () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), anyPairs, (endpoint, some) => {
        const first = outcome(endpoint, some);
        assert.deepEqual(outcome(endpoint, { ...some }), first);
        checkJson(first.options ?? {});
      }),
      { numRuns: 2000 },
    );
  });

  it('ignores the order of pairs', () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), anyPairs, (endpoint, some) => {
        const { options } = outcome(endpoint, some);
        const reversed = Object.fromEntries(Object.entries(some).reverse());
        assert.deepEqual(outcome(endpoint, reversed).options, options);
      }),
    );
  });
});

describe('options that take any text', () => {
  for (const name of ['timestamp', 'emulateDevice']) {
    it(`${name} may be long and odd`, () => {
      const value = `${'x'.repeat(5000)}\n`;
      assert.equal(parseOptions('image', { url: 'https://example.com', [name]: value })[name as 'timestamp'], value);
      // The job of a render fits into one message.
      const tooLong = { url: 'https://example.com', [name]: 'x'.repeat(65_537) };
      assert.throws(() => parseOptions('image', tooLong), { code: 'invalid_option' });
    });
  }
});

describe('pairs in one spelling', () => {
  const page = 'https://example.com/A';
  const canonical = (endpoint: Endpoint, pairs: Pairs) =>
    canonicalPairs(endpoint, pairs, parseOptions(endpoint, pairs));

  it('have one for numbers, booleans and words, and lack options with their default', () => {
    const animated = { type: 'GIF', duration: '005', fps: '+20.0', hideScrollbars: '1', scroll: 'FALSE', url: page };
    assert.deepEqual(canonical('animated', animated), { url: page });
    const image = { vw: '0400', full: 'TRUE', type: 'WebP', scaleFactor: '1.50', delay: '.5', url: page };
    assert.deepEqual(canonical('image', image), {
      ...{ vw: '400', full: 'true', type: 'webp', scaleFactor: '1.5', delay: '0.5' },
      url: page,
    });
  });

  it('keep values in the common spelling, and what is not an option', () => {
    const margins = { marginTop: '10mm', marginRight: '0', marginBottom: '1cm', marginLeft: '0.5in' };
    const others = { userAgent: 'QUJD', timestamp: '007', fileName: 'A', url: page, Full: 'TRUE' };
    const pdf = { format: 'A5', ...margins, ...others };
    assert.deepEqual(canonical('pdf', pdf), pdf);
    const text = { timestamp: 'X', waitFor: '#A', hide: '.A,.B', constructor: 'x', url: page };
    assert.deepEqual(canonical('content', text), text);
  });
});
