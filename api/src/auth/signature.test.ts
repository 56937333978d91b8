import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pairsOfJson } from '@tintype/contracts';
import { rawQueryOf, readPairs } from './query.js';
import { findSignedForm, sameText, signedForms, signV1, signV2 } from './signature.js';

interface Vector {
  name: string;
  secret: string;
  options?: [name: string, value: unknown][];
  query: string;
  sent?: string;
}

/** Client libraries are tested with the same vectors. */
const vectors: { v1: (Vector & { md5: string })[]; v2: (Vector & { endpoint: string; hmac: string })[] } = JSON.parse(
  readFileSync(new URL('../../../contracts/vectors/signing.json', import.meta.url), 'utf8'),
);

/** A library writes values as the service reads them from JSON. */
const meant = (options: NonNullable<Vector['options']>) => Object.entries(pairsOfJson(Object.fromEntries(options)));

/** The service takes what arrives as signed, and reads what was meant. */
const assertTaken = (vector: Vector, signature: string, sign: (secret: string, query: string) => string) => {
  const { secret, query, sent = query, options } = vector;
  assert.equal(sign(secret, query), signature);
  const signed = findSignedForm(rawQueryOf(`/any?${sent}`), signature, [{ text: 'other' }, { text: secret }], sign);
  assert.equal(signed?.form, query);
  if (options) assert.deepEqual(Object.entries(readPairs(query)), meant(options));
};

describe('version 1', () => {
  for (const { md5, ...vector } of vectors.v1) it(`signs ${vector.name}`, () => assertTaken(vector, md5, signV1));
});

describe('version 2', () => {
  for (const { hmac, endpoint, ...vector } of vectors.v2)
    it(`signs ${vector.name}`, () => assertTaken(vector, hmac, (secret, query) => signV2(secret, endpoint, query)));
});

describe('contracts/vectors/signing.json', () => {
  it('has vectors of both versions, and a name for each', () => {
    for (const list of [vectors.v1, vectors.v2]) {
      assert.ok(list.length >= 10);
      assert.equal(new Set(list.map(({ name }) => name)).size, list.length);
    }
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
    findSignedForm(
      query,
      signature,
      secrets.map((text) => ({ text })),
      signV1,
    )?.form;

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

  it('tries every secret on every form, even after a match', () => {
    const asked: string[] = [];
    const sign = (secret: string, query: string) => {
      asked.push(`${secret} ${query}`);
      return signV1(secret, query);
    };
    findSignedForm('a=~', signV1('one', 'a=~'), [{ text: 'one' }, { text: 'two' }], sign);
    assert.deepEqual(asked, ['one a=~', 'two a=~', 'one a=%7E', 'two a=%7E']);
  });
});
