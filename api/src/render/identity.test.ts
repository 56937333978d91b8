import assert from 'node:assert/strict';
import { createHash, createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { endpoints } from '@tintype/contracts';
import fc from 'fast-check';
import { sampleAccount } from '../accounts/account-sample.js';
import { type Identity, identify, keyOf as keyUnder, secretsKeyOf } from './identity.js';

const base: Identity = { account: 'a', endpoint: 'image', pairs: { url: 'https://example.com/', full: 'true' } };

const secretsKey = secretsKeyOf(createSecretKey(Buffer.alloc(32, 1)));
const keyOf = (some: Identity) => keyUnder(some, secretsKey);

/** Names and values that a careless join would confuse. */
const tricky = fc.oneof(
  fc.constantFrom('a', 'b', 'a=b', '&', '=', '","', '],["', '\\', '"', '\0', '\n', 'é', 'e\u0301', '__proto__', '1'),
  fc.string({ unit: 'binary' }),
);
const pairsOf = fc.array(fc.tuple(tricky, tricky), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
const identity = fc.record({
  account: fc.constantFrom('a', 'ab', 'image'),
  endpoint: fc.constantFrom(...endpoints),
  pairs: pairsOf,
});

const notPartOfKey = ['fresh', 'expires'];

/** Equal for requests with equal keys, built another way. */
const partsOf = ({ account, endpoint, pairs }: Identity) => {
  const kept = Object.entries(pairs).filter(([name]) => !notPartOfKey.includes(name));
  return { account, endpoint, pairs: new Map(kept) };
};

const same = (a: Identity, b: Identity) => {
  try {
    assert.deepStrictEqual(partsOf(a), partsOf(b));
    return true;
  } catch {
    return false;
  }
};

describe('keyOf', () => {
  it('is 64 hex digits, the same on every machine', () => {
    // printf '[8,"a","image",[["full","true"],["url","https://example.com/"]]]' | sha256sum
    assert.equal(keyOf(base), 'bab1eb2742da367a073ebba06e8eb54b98bd2453835dfe7cc90e8ebc3c9b7559');
  });

  it('does not depend on the order of the pairs, nor on `fresh` and `expires`', () => {
    fc.assert(
      fc.property(identity, tricky, (some, value) => {
        const reversed = Object.fromEntries(Object.entries(some.pairs).reverse());
        assert.equal(keyOf({ ...some, pairs: { fresh: value, ...reversed, expires: value } }), keyOf(some));
      }),
    );
  });

  it('differs if any other part differs', () => {
    fc.assert(
      fc.property(identity, identity, (a, b) => assert.equal(keyOf(a) === keyOf(b), same(a, b))),
      { numRuns: 1000 },
    );
  });

  const others: Record<string, Partial<Identity>> = {
    account: { account: 'b' },
    endpoint: { endpoint: 'pdf' },
    'a value': { pairs: { ...base.pairs, full: 'false' } },
    'the spelling of a value': { pairs: { ...base.pairs, full: '1' } },
    'an option more': { pairs: { ...base.pairs, timestamp: '1' } },
    'an unknown option': { pairs: { ...base.pairs, colour: 'red' } },
    'an option less': { pairs: { url: 'https://example.com/' } },
    'a name with another case': { pairs: { ...base.pairs, Fresh: 'true' } },
    'one pair that holds two': { pairs: { url: 'https://example.com/","full","true' } },
  };
  for (const [what, change] of Object.entries(others)) {
    it(`differs with ${what}`, () => assert.notEqual(keyOf({ ...base, ...change }), keyOf(base)));
  }

  it('hides secret options from guesses, and depends on their values', () => {
    for (const name of ['cookies', 'headers', 'httpAuth']) {
      const withSecret = (value: string) => ({ ...base, pairs: { [name]: value } });
      const guess = JSON.stringify([7, 'a', 'image', [[name, '1234']]]);
      assert.notEqual(keyOf(withSecret('1234')), createHash('sha256').update(guess).digest('hex'));
      assert.notEqual(keyOf(withSecret('1234')), keyOf(withSecret('1235')));
      const otherKey = secretsKeyOf(createSecretKey(Buffer.alloc(32, 2)));
      assert.notEqual(keyOf(withSecret('1234')), keyUnder(withSecret('1234'), otherKey));
      assert.equal(keyOf(base), keyUnder(base, otherKey));
    }
  });
});

describe('identify', () => {
  const identified = (pairs: Record<string, string>) => {
    const request = { account: sampleAccount(), endpoint: 'image' as const, accepts: [] };
    return identify({ ...request, pairs: { url: 'https://example.com/', ...pairs } }, secretsKey);
  };

  it('gives the same options one key in any spelling, and the node the spelling of the request', () => {
    const [plain, other, another] = [
      identified({ vw: '400' }),
      identified({ vw: '0400', type: 'PNG', full: 'FALSE' }),
      identified({ vw: '401' }),
    ];
    assert.equal(plain.key, other.key);
    assert.notEqual(plain.key, another.key);
    assert.equal(other.pairs.vw, '0400');
  });
});
