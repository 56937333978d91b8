import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { endpointOptions } from '@tintype/contracts';
import { readCommandText } from './command-text.js';

const pairsOf = (text: string) => {
  const request = readCommandText(text);
  assert.equal(request.kind, 'capture');
  return request.kind === 'capture' ? request.pairs : {};
};

const captures: [text: string, pairs: Record<string, string>][] = [
  ['https://example.com', { url: 'https://example.com' }],
  ['example.com/a?b=c&amp;d=1', { url: 'https://example.com/a?b=c&d=1' }],
  ['<https://example.com/a|example.com/a> vw=300', { url: 'https://example.com/a', vw: '300' }],
  ['  https://example.com   full  darkMode ', { url: 'https://example.com', full: 'true', darkMode: 'true' }],
  ['https://example.com full=false', { url: 'https://example.com', full: 'false' }],
  ['https://example.com selector="#a b"', { url: 'https://example.com', selector: '#a b' }],
  ['https://example.com selector=“#a b” vw=1', { url: 'https://example.com', selector: '#a b', vw: '1' }],
  ['https://example.com selector=„#a b“', { url: 'https://example.com', selector: '#a b' }],
  ["https://example.com selector='a &gt; b'", { url: 'https://example.com', selector: 'a > b' }],
  ['https://example.com selector=a[href="x"]', { url: 'https://example.com', selector: 'a[href="x"]' }],
  ['vw=300 url=example.com', { vw: '300', url: 'https://example.com' }],
  ['https://example.com selector=«#a b»', { url: 'https://example.com', selector: '#a b' }],
  ["https://example.com/it's", { url: "https://example.com/it's" }],
  ['example.com selector=“[data-a=‘x y’]”', { url: 'https://example.com', selector: "[data-a='x y']" }],
  ['example.com hide=[title=“x”]', { url: 'https://example.com', hide: '[title="x"]' }],
  ['example.com waitForText=“It’s done”', { url: 'https://example.com', waitForText: 'It’s done' }],
];

/** Values that a query carries as JSON in base64url. */
const json: [text: string, value: unknown][] = [
  ['headers={"X-A":"b"}', { 'X-A': 'b' }],
  ['headers={“X-A”:“b”}', { 'X-A': 'b' }],
  ['headers={"X-A": "b } c"} full', { 'X-A': 'b } c' }],
  ['headers=\'{"X-A": "b c"}\'', { 'X-A': 'b c' }],
  ['headers=‘{“X-A”: “b c”}’', { 'X-A': 'b c' }],
  ['headers={"X-A": "say “b”"}', { 'X-A': 'say “b”' }],
];

interface OptionRow {
  name: string;
  type: string;
  values?: string[];
  min?: number;
  max?: number;
  endpoints: string[];
}

/** The table that client libraries are made from. */
const options: OptionRow[] = JSON.parse(
  readFileSync(new URL('../../../../contracts/vectors/options.json', import.meta.url), 'utf8'),
);

const typed: Readonly<Record<string, string>> = {
  httpAuth: 'ada:pass',
  cookies: '[{“name”: “a”, “value”: “b”}]',
  headers: '{“X-A”: “b c”}',
  geolocation: '52.52,13.4',
  timezone: 'Europe/Berlin',
  locale: 'de-DE',
  failOn: 'status,console',
  block: 'image,*.gif',
  css: '“body { color: red }”',
  js: '“document.title = 1”',
  waitForText: '“two words”',
};

const typedValue = ({ name, type, values, min, max }: OptionRow): string =>
  typed[name] ?? values?.[0] ?? (type === 'number' || type === 'integer' ? String(min || max) : 'word');

const refused: [text: string, message: RegExp][] = [
  ['https://example.com ful=true', /no option `ful`. Did you mean `full`/],
  ['https://example.com large', /There is no option `large`/],
  ['https://example.com vw', /`vw` has no value: write vw=…/],
  ['https://example.com vw=1 vw=2', /`vw` is there twice/],
  ['https://example.com selector="#a', /A quote is not closed: "#a/],
  ['https://example.com full = true', /without spaces around `=`/],
  ['https://example.com vw = 390', /without spaces around `=`/],
  ['https://example.com vw =390', /without spaces around `=`/],
  ['https://example.com vw= 390', /without spaces around `=`/],
  ['full example.com', /^The page comes first, and options after it/],
  ['vw=390 https://example.com', /^The page comes first/],
  ['https://example.com full https://example.org', /takes one page/],
  ['connect', /`connect` takes one code/],
  ['Connect a.1.x please', /`connect` takes one code, and nothing after it/],
  ['https://example.com url=https://example.org', /there twice/],
  ['https://example.com __proto__=1', /no option `__proto__`/],
  ['https://example.com headers={“X-A”: “b full', /lacks a quote/],
  [
    'https://example.com headers={"X-A": "b" full',
    /The JSON of `headers` lacks a quote or a bracket at its end: \{"X-A": "b" full/,
  ],
];

describe('the text of a chat command', () => {
  for (const [text, pairs] of captures) it(`reads ${text}`, () => assert.deepEqual(pairsOf(text), pairs));
  for (const [text, message] of refused)
    it(`refuses ${text}`, () => assert.throws(() => readCommandText(text), { code: 'invalid_option', message }));

  for (const [text, value] of json)
    it(`reads the JSON of ${text}`, () => {
      const { headers = '' } = pairsOf(`example.com ${text}`);
      assert.deepEqual(JSON.parse(Buffer.from(headers, 'base64url').toString()), value);
    });

  for (const option of options.filter(({ name, endpoints }) => name !== 'url' && endpoints.includes('image')))
    it(`understands ${option.name}`, () => {
      const { name, type } = option;
      const word = type === 'boolean' ? name : `${name}=${typedValue(option)}`;
      const pairs = pairsOf(`example.com ${word}`);
      assert.deepEqual(Object.keys(pairs), [name, 'url']);
      assert.deepEqual(endpointOptions.image.safeParse(pairs).error?.issues, undefined);
    });

  it('encodes what a query has in base64url', () => {
    assert.equal(pairsOf('example.com userAgent="My Bot"').userAgent, Buffer.from('My Bot').toString('base64url'));
  });

  it('knows help and connect', () => {
    for (const text of ['', '  ', 'help', 'Help me']) assert.deepEqual(readCommandText(text), { kind: 'help' });
    for (const word of ['connect', 'Connect', 'CONNECT'])
      assert.deepEqual(readCommandText(`${word} a.1.x`), { kind: 'connect', code: 'a.1.x' });
  });

  it('takes a first word without a dot, colon or slash for a command that it lacks', () => {
    for (const word of ['disconnect', 'exam-ple'])
      assert.deepEqual(readCommandText(`${word} vw=1`), { kind: 'help', unknown: word });
    for (const page of ['localhost:3000', 'intranet/', '[::1]']) assert.equal(pairsOf(page).url, `https://${page}`);
  });
});
