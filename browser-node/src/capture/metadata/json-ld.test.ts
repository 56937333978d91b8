import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readThings, textsByThing } from './json-ld.js';

const any = /(?:)/;
const at = (data: unknown, path: string, type = any) =>
  textsByThing(readThings([JSON.stringify(data)]), type, path.split('.')).flat();

describe('JSON-LD', () => {
  const cases: [what: string, data: unknown, path: string, texts: string[]][] = [
    ['a text', { a: 'x' }, 'a', ['x']],
    ['a list of texts', { a: ['x', 1, null, 'y'] }, 'a', ['x', 'y']],
    [
      "a publishing system's entities",
      { a: 'T &amp; J&#39;s R&D &#8220;b&#8221;, ?a&copy=2' },
      'a',
      ["T & J's R&D “b”, ?a&copy=2"],
    ],
    ['a path', { a: { b: { c: 'x' } } }, 'a.b.c', ['x']],
    ['a path through lists', [{ a: [{ b: 'x' }, { b: 'y' }] }], 'a.b', ['x', 'y']],
    ['a graph', { '@graph': [{ a: 'x' }, 7, { a: 'y' }] }, 'a', ['x', 'y']],
    ['a thing by its id', { '@graph': [{ p: { '@id': '#o' } }, { '@id': '#o', name: 'x' }] }, 'p.name', ['x']],
    [
      'a thing by its id and type',
      [{ p: { '@id': '#o', '@type': 'Person' } }, { '@id': '#o', name: 'x' }],
      'p.name',
      ['x'],
    ],
    ['a thing that another has', [{ q: { '@id': '#o', name: 'x' } }, { p: { '@id': '#o' } }], 'p.name', ['x']],
    ['a graph in a graph', { '@graph': [{ '@graph': [[{ a: 'x' }]] }] }, 'a', ['x']],
    ['the main entity', { '@type': 'WebPage', mainEntity: { a: 'x' } }, 'a', ['x']],
    [
      'an article before its page',
      [
        { '@type': 'WebPage', a: 'y' },
        { '@type': 'Article', a: 'x' },
      ],
      'a',
      ['x', 'y'],
    ],
    ['values and lists', { a: { '@list': [{ '@value': 'x' }, ['y']] } }, 'a', ['x', 'y']],
    ['nothing from a related thing', { isPartOf: { a: 'x' } }, 'a', []],
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
    assert.deepEqual(textsByThing(readThings(['{"a": ', '', '{"a":"x"}']), any, ['a']).flat(), ['x']);
  });

  const inner = '{"a":"x"}';
  const written: [what: string, script: string, text?: string][] = [
    ['CDATA in comments', `//<![CDATA[\n${inner}\n//]]>`],
    ['CDATA in comments of one line', `//<![CDATA[${inner}//]]>`],
    ['CDATA in block comments', `/*<![CDATA[*/${inner}/*]]>*/`],
    ['bare CDATA', `<![CDATA[${inner}]]>`],
    ['an HTML comment', `<!--\n${inner}\n-->`],
    ['comments', `/* the page */ {"a": "x" // its text\n}`],
    ['a byte order mark', `\uFEFF${inner}`],
    ['trailing commas', '{"a":["x", ],\n}'],
    ['a semicolon', `${inner};`],
    ['a raw line break and tab in a string', '{"a":"x\n\ty"}', 'x\n\ty'],
    ['an escaped apostrophe', `{"a":"it\\'s"}`, "it's"],
    ['strings that look like wrappers', '{"a":"// <!-- ,] /*",}', '// <!-- ,] /*'],
  ];
  for (const [what, script, text = 'x'] of written) {
    it(`accepts ${what}`, () => assert.deepEqual(textsByThing(readThings([script]), any, ['a']).flat(), [text]));
  }

  it('repairs broken text without delay', () => {
    for (const part of ['"\\"', '/*', ', ', '//', '"\n', '[', '{"a":'])
      readThings([part.repeat(200_000 / part.length)]);
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
        for (const text of textsByThing(readThings(scripts), any, ['a']).flat()) assert.equal(typeof text, 'string');
      }),
    );
  });
});
