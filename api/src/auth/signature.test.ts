import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findSignedForm, sameText, signedForms, signV1, signV2 } from './signature.js';

/** The vectors of the contract, section 2. */
const vectors: [secret: string, query: string, md5: string][] = [
  ['test', 'url=https%3A%2F%2Fnews.ycombinator.com%2F', 'f37d5fb3ee4540a05bf4ffeed6dffa28'],
  ['test', 'full=true&delay=3&url=https%3A%2F%2Fcapture.page%2F', '0e944abb6d823d0c8618dc22e508be6d'],
  ['test', 'delay=3&url=https%3A%2F%2Fcapture.page%2F', '27e77d8cd67d43e3a490a926c53a4516'],
];

describe('version 1', () => {
  for (const [secret, query, md5] of vectors) {
    it(`signs ${query}`, () => assert.equal(signV1(secret, query), md5));
  }

  it('takes a secret in UTF-8', () => {
    // printf %s 'schlüssela=b' | md5sum
    assert.equal(signV1('schlüssel', 'a=b'), '0baeacab0004f7943476b5ed252b523c');
  });
});

describe('version 2', () => {
  it('signs the endpoint with the query', () => {
    // printf %s 'image?url=https%3A%2F%2Fexample.com%2F' | openssl dgst -sha256 -hmac test
    const signature = signV2('test', 'image', 'url=https%3A%2F%2Fexample.com%2F');
    assert.equal(signature, 'a129ec64c61a5598d0162880a3dc4eee92d85713b680b0030673d7708d3e4cfb');
    assert.notEqual(signV2('test', 'pdf', 'url=https%3A%2F%2Fexample.com%2F'), signature);
  });
});

describe('sameText', () => {
  const cases: [a: string, b: string, same: boolean][] = [
    ['', '', true],
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ABC', false],
    ['abc', 'ab', false],
    ['ab', 'abc', false],
    ['', 'a', false],
  ];
  for (const [a, b, same] of cases) {
    it(`${a || '-'} and ${b || '-'}: ${same}`, () => assert.equal(sameText(a, b), same));
  }
});

describe('signedForms', () => {
  const cases: Record<string, string[]> = {
    'a=b': ['a=b'],
    'a=%27b%27': ['a=%27b%27', "a='b'"],
    'a=~b~': ['a=~b~', 'a=%7Eb%7E'],
    'a=~%27': ['a=~%27', "a=%7E'", "a=~'", 'a=%7E%27'],
    "a='%7E%7e": ["a='%7E%7e"],
    '': [''],
  };
  for (const [query, forms] of Object.entries(cases)) {
    it(`of ${query || 'nothing'}`, () => assert.deepEqual(signedForms(query), forms));
  }
});

describe('findSignedForm', () => {
  const find = (query: string, signature: string, ...secrets: string[]) =>
    findSignedForm(query, signature, secrets, signV1);

  it('takes any of the secrets', () => {
    for (const secret of ['old', 'new']) assert.equal(find('a=b', signV1(secret, 'a=b'), 'old', 'new'), 'a=b');
    assert.equal(find('a=b', signV1('other', 'a=b'), 'old', 'new'), undefined);
    assert.equal(find('a=b', signV1('old', 'a=b')), undefined);
  });

  it('answers the form that was signed', () => {
    assert.equal(find('a=%27', signV1('s', "a='"), 's'), "a='");
    assert.equal(find('a=%27', signV1('s', 'a=%27'), 's'), 'a=%27');
    assert.equal(find('a=~', signV1('s', 'a=%7E'), 's'), 'a=%7E');
  });

  it('looks at every secret and every form, whichever matches', () => {
    const asked: string[] = [];
    const sign = (secret: string, query: string) => {
      asked.push(`${secret} ${query}`);
      return signV1(secret, query);
    };
    findSignedForm('a=~', signV1('one', 'a=~'), ['one', 'two'], sign);
    assert.deepEqual(asked, ['one a=~', 'two a=~', 'one a=%7E', 'two a=%7E']);
  });
});
