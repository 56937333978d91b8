import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
];

const refused: [text: string, message: RegExp][] = [
  ['https://example.com ful=true', /no option `ful`. Did you mean `full`/],
  ['https://example.com large', /There is no option `large`/],
  ['https://example.com vw', /`vw` has no value: write vw=…/],
  ['https://example.com vw=1 vw=2', /`vw` is there twice/],
  ['https://example.com selector="#a', /A quote is not closed: "#a/],
  ['https://example.com full = true', /without spaces around `=`/],
  ['https://example.com full https://example.org', /takes one page/],
  ['https://example.com url=https://example.org', /there twice/],
  ['https://example.com __proto__=1', /no option `__proto__`/],
];

describe('the text of a chat command', () => {
  for (const [text, pairs] of captures) it(`reads ${text}`, () => assert.deepEqual(pairsOf(text), pairs));
  for (const [text, message] of refused)
    it(`refuses ${text}`, () => assert.throws(() => readCommandText(text), { code: 'invalid_option', message }));

  it('encodes what a query has in base64url', () => {
    assert.equal(pairsOf('example.com userAgent="My Bot"').userAgent, Buffer.from('My Bot').toString('base64url'));
  });

  it('knows help and connect', () => {
    for (const text of ['', '  ', 'help']) assert.deepEqual(readCommandText(text), { kind: 'help' });
    assert.deepEqual(readCommandText('connect a.1.x'), { kind: 'connect', code: 'a.1.x' });
  });
});
