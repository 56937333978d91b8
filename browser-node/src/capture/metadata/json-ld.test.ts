import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readThings, textsAt } from './json-ld.js';

const any = /(?:)/;
const at = (data: unknown, path: string, type = any) =>
  textsAt(readThings([JSON.stringify(data)]), type, path.split('.'));

describe('JSON-LD', () => {
  const cases: [what: string, data: unknown, path: string, texts: string[]][] = [
    ['a text', { a: 'x' }, 'a', ['x']],
    ['a list of texts', { a: ['x', 1, null, 'y'] }, 'a', ['x', 'y']],
    ['a path', { a: { b: { c: 'x' } } }, 'a.b.c', ['x']],
    ['a path through lists', [{ a: [{ b: 'x' }, { b: 'y' }] }], 'a.b', ['x', 'y']],
    ['a graph', { '@graph': [{ a: 'x' }, 7, { a: 'y' }] }, 'a', ['x', 'y']],
    ['a thing by its id', { '@graph': [{ p: { '@id': '#o' } }, { '@id': '#o', name: 'x' }] }, 'p.name', ['x']],
    ['nothing from an unknown id', { p: { '@id': '#o' } }, 'p.name', []],
    ['nothing from an object', { a: { b: 1 } }, 'a', []],
    ['nothing from a text', 'x', 'a', []],
  ];
  for (const [what, data, path, texts] of cases) {
    it(`reads ${what}`, () => assert.deepEqual(at(data, path), texts));
  }

  it('compares types without the URL of their vocabulary', () => {
    const things = [
      { '@type': 'Person', name: 'a' },
      { '@type': 'http://schema.org/NewsArticle', name: 'b' },
      { '@type': ['Thing', 'schema:BlogPosting'], name: 'c' },
    ];
    assert.deepEqual(at(things, 'name', /Article|Posting/), ['b', 'c']);
  });

  it('continues after a script that is not JSON', () => {
    assert.deepEqual(textsAt(readThings(['{"a": ', '', '{"a":"x"}']), any, ['a']), ['x']);
  });

  it('limits references that multiply', () => {
    const names = Array.from({ length: 300 }, (_, index) => ({ '@id': `#${index}` }));
    const graph = names.map((id) => ({ ...id, '@type': 'Article', author: names, name: 'x' }));
    const texts = at({ '@graph': graph }, 'author.author.author.name');
    assert.ok(texts.length > 0 && texts.length <= 400, `${texts.length} texts`);
  });

  it('accepts any value', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (scripts) => {
        for (const text of textsAt(readThings(scripts), any, ['a'])) assert.equal(typeof text, 'string');
      }),
    );
  });
});
