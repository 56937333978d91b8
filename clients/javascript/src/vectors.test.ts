import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Tintype } from './client.js';
import { UsageError } from './errors.js';
import { type OptionValue, queryOf } from './signing/query.js';
import { signV1, signV2 } from './signing/signing.js';
import { version } from './version.js';

interface Vector {
  name: string;
  secret: string;
  options?: [name: string, value: OptionValue][];
  query: string;
}

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const vectors: { v1: (Vector & { md5: string })[]; v2: (Vector & { endpoint: string; hmac: string })[] } = JSON.parse(
  fileOf('contracts/vectors/signing.json'),
);

describe('signing vectors', () => {
  for (const { name, secret, options, query, md5 } of vectors.v1)
    it(`version 1: ${name}`, () => {
      if (options) assert.equal(queryOf(options), query);
      assert.equal(signV1(secret, query), md5);
    });
  for (const { name, secret, endpoint, options, query, hmac } of vectors.v2)
    it(`version 2: ${name}`, async () => {
      if (options) assert.equal(queryOf(options), query);
      assert.equal(await signV2(secret, endpoint, query), hmac);
    });
});

describe('signed URLs', () => {
  const client = new Tintype('key', 'test', { baseUrl: 'https://tintype.example/', edgeUrl: 'https://edge.example' });

  it('are made for each endpoint, with the address first', () => {
    const page = 'https://example.com/';
    const expected: [string, string][] = [
      [client.buildImageUrl(page), 'image'],
      [client.buildPdfUrl(page), 'pdf'],
      [client.buildContentUrl(page), 'content'],
      [client.buildMetadataUrl(page), 'metadata'],
      [client.buildAnimatedUrl(page), 'animated'],
    ];
    for (const [url, endpoint] of expected) {
      const query = 'url=https%3A%2F%2Fexample.com%2F';
      assert.equal(url, `https://tintype.example/key/${signV1('test', query)}/${endpoint}?${query}`);
    }
    assert.match(
      client.buildImageUrl(page, { full: true, extra: { campaign: 'a' } }),
      /\?url=[^&]*&full=true&campaign=a$/,
    );
  });

  it('take text, numbers, booleans, lists and plain objects; nothing else vanishes', () => {
    for (const value of [
      new Date(),
      new Map(),
      new Headers(),
      new URL('https://a.test'),
      new Uint8Array(2),
      () => 1,
      1n,
    ])
      assert.throws(() => client.buildImageUrl('x', { headers: value as never }), {
        name: 'UsageError',
        message: /`headers`/,
      });
    const bare = Object.assign(Object.create(null), { A: 'b' });
    assert.match(client.buildImageUrl('x', { headers: bare, cookies: [], css: '' }), /\?url=x&headers=eyJBIjoiYiJ9$/);
  });

  it('have no misspelt options, for TypeScript', () => {
    // @ts-expect-error Did you mean `full`?
    assert.throws(() => client.buildImageUrl('x', { fulll: true }), UsageError);
  });

  it('have no unknown names, and no settings of a client are unknown', async () => {
    const options = (name: string) => ({ [name]: true, extra: { anyName: 1 } });
    const cases: [call: () => unknown, message: RegExp][] = [
      [
        () => client.buildImageUrl('x', options('fullPage')),
        /^`fullPage` is no option of the endpoint image\. Did you mean `full`\?/,
      ],
      [() => client.buildImageUrl('x', options('topic')), /image\. `extra` sends options of a newer service\.$/],
      [() => client.buildPdfUrl('x', options('dark_mode')), /Did you mean `darkMode`\?/],
      [() => client.buildPdfUrl('x', options('somethingNew')), /pdf\. `extra` sends options of a newer service\.$/],
      [
        () => new Tintype({ baseURL: 'https://a.example' } as object),
        /^`baseURL` is no option of the client\. Did you mean `baseUrl`\?/,
      ],
      [() => new Tintype('key', 'test', { timeout: 5 } as object), /^`timeout` is no option of the client\./],
    ];
    for (const [call, message] of cases) assert.throws(call, { name: 'UsageError', message });
    const outputs = [{ endpoint: 'pdf' as const, full: true }];
    const calls: [call: Promise<unknown>, message: RegExp][] = [
      [client.buildExpiringUrl('pdf', 'x', { expires: null, ...options('formt') }), /`format`/],
      [client.batches.submit('image', [{ url: 'x', options: { fileName: 'a', qualty: 1 } }]), /`quality`/],
      [client.render({ endpoint: 'pdf', html: 'a', ...options('formt') }), /`formt` .* endpoint pdf\. .*`format`/],
      [client.renderLater({ endpoint: 'image', url: 'x', ...options('ful') }), /`full`/],
      [client.renderReport({ url: 'x', outputs }), /^`full` is no option of the endpoint pdf\./],
      [client.renderReport({ url: 'x', outputs: ['pdf'], dark: true }), /^`dark` is no option of a render\./],
      [client.account.putPreset('a', { endpoint: 'pdf', options: { vww: 1 } }), /`vw`/],
      [client.render({ endpoint: 'imag' as never, url: 'x' }), /^`endpoint` is one of image, pdf, .*; it got imag\.$/],
    ];
    for (const [call, message] of calls) await assert.rejects(call, { name: 'UsageError', message });
  });

  it('have finite numbers, also in bodies', async () => {
    const message = /^`(delay|x|expires)` takes a finite number; it got (NaN|Infinity)\.$/;
    const refused = { name: 'UsageError', message };
    assert.throws(() => client.buildImageUrl('x', { delay: Number.NaN }), refused);
    assert.throws(
      () => client.buildImageUrl('x', { cookies: [{ name: 'a', value: 'b', expires: Infinity }] }),
      refused,
    );
    assert.throws(() => client.buildImageUrl('x', { geolocation: [1, Number.NaN] }), { message: /^An option takes/ });
    const session = client.sessions.attach('sess_1');
    for (const call of [
      () => client.render({ endpoint: 'image', url: 'x', delay: Number.NaN }),
      () => client.batches.submit('image', [{ url: 'x', options: { delay: Number.NaN } }]),
      () => session.act('move_mouse', { x: Number.POSITIVE_INFINITY, y: 1 }),
    ])
      await assert.rejects(call, refused);
  });

  it('of version 2 refuse an expiry in milliseconds, in the past, or none', async () => {
    for (const expires of [Date.now() + 60_000, 1_000_000_000, new Date('x'), Number.NaN, undefined as never])
      await assert.rejects(client.buildExpiringUrl('image', 'x', { expires }), {
        name: 'UsageError',
        message: /`expires`/,
      });
    assert.match(await client.buildExpiringUrl('image', 'x', { expires: null }), /\/image\?url=x$/);
  });

  it('of version 2 expire', async () => {
    const expires = new Date('2100-01-01T00:00:00.900Z');
    const url = await client.buildExpiringUrl('image', 'https://example.com/', { full: true, expires });
    const [vector] = vectors.v2.filter(({ name }) => name === 'with an expiry');
    assert.equal(url, `https://tintype.example/v2/key/${vector?.hmac}/image?${vector?.query}`);
  });

  it('name the edge host', () => {
    const options = { baseUrl: 'https://tintype.example', edgeUrl: 'https://edge.example/', useEdge: true };
    assert.match(new Tintype('key', 'test', options).buildPdfUrl('x.example'), /^https:\/\/edge\.example\/key\//);
    assert.throws(() => new Tintype('key', 'test', { useEdge: true }), /`useEdge` needs `edgeUrl`/);
  });

  it('need key, secret and address', () => {
    assert.throws(() => client.buildImageUrl(''), /`url` takes the address of a page/);
    assert.throws(() => new Tintype({ secret: 's' }).buildImageUrl('x'), /There is no API key\. Give `key`/);
    assert.throws(
      () => new Tintype({ key: 'k' }).buildImageUrl('x'),
      /There is no API secret for this key\. Give `key` and `secret`/,
    );
    for (const baseUrl of ['http://ada:hidden@tintype.example', 'http://ada@tintype.example'])
      assert.throws(() => new Tintype({ baseUrl }), {
        name: 'UsageError',
        message: /^(?!.*hidden).*user and password/,
      });
    assert.throws(() => new Tintype({ baseUrl: 'tintype.example' }), /`baseUrl` takes an http or https URL/);
  });
});

it('empty variables are unset', () => {
  const { TINTYPE_URL } = process.env;
  process.env.TINTYPE_URL = '';
  try {
    assert.match(new Tintype('key', 'test').buildPdfUrl('x'), /^http:\/\/127\.0\.0\.1:8080\/key/);
  } finally {
    if (TINTYPE_URL === undefined) delete process.env.TINTYPE_URL;
    else process.env.TINTYPE_URL = TINTYPE_URL;
  }
});

describe('the package', () => {
  it('has one version', () => assert.equal(JSON.parse(fileOf('clients/javascript/package.json')).version, version));
});
