import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predicateOf } from './codecs.js';
import { base64Json, base64Url } from './encoded.js';

const encode = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');

describe('base64Url', () => {
  const letters = base64Url('two letters', /^[a-zü]{2}$/);

  it('reads base64url, also with padding', () => {
    assert.deepEqual([letters.parse('YWI'), letters.parse('YWI='), letters.parse(encode('üü'))], ['ab', 'ab', 'üü']);
  });

  it('takes both alphabets', () => {
    const codec = base64Url('text', /^.+$/su);
    const value = '¾?ÿ>~';
    assert.match(Buffer.from(value).toString('base64'), /[+/]/);
    assert.equal(codec.parse(Buffer.from(value).toString('base64')), value);
    assert.equal(codec.parse(encode(value)), value);
  });

  it('refuses other text, and says what it takes', () => {
    for (const value of ['', '=', 'YWJj', 'Y', 'YWI===', 'YW I', encode(new Uint8Array([0xff, 0xfe]))])
      assert.equal(letters.safeParse(value).error?.issues[0]?.message, 'two letters (in a URL: base64url)');
  });

  it('refuses bytes that are not UTF-8, for any pattern', () => {
    const codec = base64Url('text', /^.*$/su);
    assert.equal(codec.safeParse(encode(new Uint8Array([0xc3, 0x28]))).success, false);
  });
});

describe('base64Json', () => {
  const isPair = (value: unknown): value is number[] => Array.isArray(value) && value.length === 2;
  const pair = base64Json({
    what: 'a JSON list of two',
    maxLength: 10,
    read: (value) => (isPair(value) ? value : undefined),
    valueSchema: { type: 'array' },
  });

  it('reads JSON', () => assert.deepEqual(pair.parse(encode('[1, 2]')), [1, 2]));

  it('refuses what is no JSON, not valid or too long, and says what it takes', () => {
    const predicateFor = (text: string) => predicateOf(pair.safeParse(encode(text)).error!.issues[0]!);
    for (const value of ['[1', '[1]', 'null', ''])
      assert.equal(predicateFor(value), 'takes a JSON list of two (in a URL: base64url)', value);
    assert.equal(predicateFor('[1,      2]'), 'has 11 characters of JSON: send at most 10');
    assert.equal(pair.safeParse(encode('[1,     2]')).success, true);
  });
});
