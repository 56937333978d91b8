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
    ['a thing that is not there', { p: { '@id': '#o' } }, 'p.name', []],
    ['no text', { a: { b: 1 } }, 'a', []],
    ['nothing', 'x', 'a', []],
  ];
  for (const [what, data, path, texts] of cases) {
    it(`says ${what}`, () => assert.deepEqual(at(data, path), texts));
  }

  it('goes by types, whatever address they stand at', () => {
    const things = [
      { '@type': 'Person', name: 'a' },
      { '@type': 'http://schema.org/NewsArticle', name: 'b' },
      { '@type': ['Thing', 'schema:BlogPosting'], name: 'c' },
    ];
    assert.deepEqual(at(things, 'name', /Article|Posting/), ['b', 'c']);
  });

  it('goes on after a script that is no JSON', () => {
    assert.deepEqual(textsAt(readThings(['{"a": ', '', '{"a":"x"}']), any, ['a']), ['x']);
  });

  it('follows references that multiply no further than is of use', () => {
    const names = Array.from({ length: 300 }, (_, index) => ({ '@id': `#${index}` }));
    const graph = names.map((id) => ({ ...id, '@type': 'Article', author: names, name: 'x' }));
    const texts = at({ '@graph': graph }, 'author.author.author.name');
    assert.ok(texts.length > 0 && texts.length <= 400, `${texts.length} texts`);
  });

  it('takes whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (scripts) => {
        for (const text of textsAt(readThings(scripts), any, ['a'])) assert.equal(typeof text, 'string');
      }),
    );
  });
});
