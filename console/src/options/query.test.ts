import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Endpoint } from '@tintype/contracts';
import { optionsOf } from '../service/tables.js';
import { fieldValue, queryOf, signatureOf } from './query.js';

interface Vector {
  name: string;
  secret: string;
  endpoint?: Endpoint;
  options?: [name: string, value: unknown][];
  query: string;
  hmac: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../contracts/vectors/signing.json', import.meta.url), 'utf8'),
) as { v1: Vector[]; v2: Vector[] };

/** Vectors of version 1 have no endpoint, and names that mean the same everywhere. */
const typed = (endpoints: readonly Endpoint[], name: string) =>
  endpoints.flatMap(optionsOf).find((option) => option.name === name) ?? { name, type: 'string' as const };

describe('a query', () => {
  for (const { name, endpoint, options, query } of [...vectors.v1, ...vectors.v2]) {
    if (!options) continue;
    it(`is that of every client: ${name}`, () => {
      assert.equal(
        queryOf(options.map(([key, value]) => [typed(endpoint ? [endpoint] : ['image', 'pdf'], key), value])),
        query,
      );
    });
  }

  for (const { name, secret, endpoint, query, hmac } of vectors.v2)
    it(`is signed as by every client: ${name}`, async () =>
      assert.equal(await signatureOf(secret, endpoint ?? '', query), hmac));
});

describe('a field', () => {
  const cases = [
    ['boolean', 'true', 'x=true'],
    ['number', '1.50', 'x=1.5'],
    ['list', '.ad,#top', 'x=.ad%2C%23top'],
    ['json', '{"a": "ü"}', `x=${Buffer.from('{"a":"ü"}').toString('base64url')}`],
    ['base64', 'h1 { color: red }', `x=${Buffer.from('h1 { color: red }').toString('base64url')}`],
    // The service would decode it.
    ['base64', 'Firefox1', `x=${Buffer.from('Firefox1').toString('base64url')}`],
    ['string', '', ''],
  ] as const;
  for (const [type, text, query] of cases)
    it(`of ${type} with ${JSON.stringify(text)} is ${query}`, () =>
      assert.equal(queryOf([[{ name: 'x', type }, fieldValue({ type }, text)]]), query));

  it('takes a script of any length', () => {
    const script = 'a'.repeat(200_000);
    assert.equal(fieldValue({ type: 'base64' }, script), Buffer.from(script).toString('base64url'));
  });

  it('refuses what is neither a number nor JSON', () => {
    const width = { type: 'integer', min: 1, max: 5000 } as const;
    assert.throws(() => fieldValue(width, '1x'), { message: 'This takes a whole number from 1 to 5,000.' });
    const scale = { type: 'number', above: 0, max: 3 } as const;
    assert.throws(() => fieldValue(scale, '1x'), { message: 'This takes a number above 0, up to 3.' });
    assert.throws(() => fieldValue({ type: 'number' }, '1x'), { message: 'This takes a number.' });
    assert.throws(() => fieldValue({ type: 'json' }, '{a}'), /JSON/);
  });
});
