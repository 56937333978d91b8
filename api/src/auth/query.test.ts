import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import fc from 'fast-check';
import { rawQueryOf, readPairs } from './query.js';

describe('rawQueryOf', () => {
  const cases: [target: string, query: string][] = [
    ['/key/hash/image?url=a%2Fb&x=%C3%A4', 'url=a%2Fb&x=%C3%A4'],
    ['/key/hash/image?a=?b', 'a=?b'],
    ['/key/hash/image?', ''],
    ['/key/hash/image', ''],
    ['http://example.com/key/hash/image?a=b', 'a=b'],
    ['/ü?a=b', 'a=b'],
    ['/?!~', '!~'],
  ];
  for (const [target, query] of cases) {
    it(`of ${target}`, () => assert.equal(rawQueryOf(target), query));
  }

  it('refuses every byte outside printable ASCII: the padding of a length extension needs them', () => {
    for (let code = 0; code < 256; code += 1) {
      const read = () => rawQueryOf(`/image?url=a${String.fromCharCode(code)}b`);
      if (code >= 0x21 && code <= 0x7e) read();
      else assert.throws(read, { code: 'invalid_request' }, `byte ${code}`);
    }
  });
});

describe('readPairs', () => {
  const cases: [query: string, pairs: [name: string, value: string][]][] = [
    ['', []],
    [
      'a=b&c=d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a=b=c', [['a', 'b=c']]],
    ['a=1+2%2B3', [['a', '1 2+3']]],
    ['a%5B%5D=%C3%A4%20', [['a[]', 'ä ']]],
    ['preset=&a=b', [['a', 'b']]],
    ['a&b=c', [['b', 'c']]],
    ['=a&&b=c&', [['b', 'c']]],
    ['a=x&a=x', [['a', 'x']]],
    ['a=&a=x&a=', [['a', 'x']]],
    ['a=%41&a=A', [['a', 'A']]],
    [
      '__proto__=x&constructor=y',
      [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
    ],
  ];
  for (const [query, pairs] of cases) {
    it(`of ${query || 'nothing'}`, () => assert.deepEqual(Object.entries(readPairs(query)), pairs));
  }

  for (const query of ['a=x&a=y', 'a=x&b=c&%61=y', 'a=x&a=X']) {
    it(`refuses two values of one name in ${query}`, () => {
      const message = 'The option `a` appears twice with different values: send it once.';
      assert.throws(() => readPairs(query), new TintypeError('invalid_option', message));
    });
  }

  for (const query of ['a=%', 'a=%4', 'a=%zz', '%=a', 'a=%ff', 'a=%C3', 'a=%ED%A0%80']) {
    it(`refuses ${query}, which is no percent-encoding of UTF-8`, () => {
      assert.throws(() => readPairs(query), { code: 'invalid_request' });
    });
  }

  it('reads back what was encoded', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (pairs) => {
        const query = Object.entries(pairs).map((pair) => pair.map(encodeURIComponent).join('='));
        assert.deepEqual(Object.entries(readPairs(query.join('&'))).sort(), Object.entries(pairs).sort());
      }),
    );
  });
});
