import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseOptions } from '@tintype/contracts';
import type { PageDeclaration } from '../../in-page/print/page-rules.js';
import { checkCssPapers, contentOf, cssPaper, inchesOf, keptMargins, pageRules } from './page-box.js';

const a4 = { width: 210 / 25.4, height: 297 / 25.4 };
const millimetres = (inches: number | undefined) => (inches === undefined ? undefined : Math.round(inches * 254) / 10);
const declared = (selector: string, property: string, value: string, important = false) => ({
  selector,
  property,
  value,
  important,
});

describe('lengths of `@page`', () => {
  for (const [text, length] of [
    ['25.4mm', 25.4],
    ['1IN', 25.4],
    ['.5cm', 5],
    ['96px', 25.4],
    ['0px', 0],
    ['0', 0],
    ['101.6q', 25.4],
    ['6pc', 25.4],
    ['5%', undefined],
    ['2em', undefined],
    ['calc(1cm + 2px)', undefined],
    ['-1cm', undefined],
    ['auto', undefined],
    [undefined, undefined],
  ] as const)
    it(`are ${length} mm for ${text}`, () => assert.equal(millimetres(inchesOf(text)), length));
});

describe('the paper of a `size`', () => {
  for (const [size, width, height] of [
    [undefined, 210, 297],
    ['auto', 210, 297],
    ['A5', 148, 210],
    ['a5 landscape', 210, 148],
    ['landscape', 297, 210],
    ['portrait', 210, 297],
    ['letter', 215.9, 279.4],
    ['ledger', 279.4, 431.8],
    ['10cm', 100, 100],
    ['10cm 5cm', 100, 50],
  ] as const) {
    it(`is ${width} × ${height} mm for ${size}`, () => {
      const paper = cssPaper(size, a4);
      assert.deepEqual([millimetres(paper.width), millimetres(paper.height)], [width, height]);
    });
  }
});

describe('the rules of `@page`', () => {
  it('are the last ones of each selector, important ones first', () => {
    const rules = pageRules([
      declared('', 'margin-top', '1cm', true),
      declared('', 'margin-top', '2cm'),
      declared(':first', 'margin-top', '3cm'),
      declared(':first', 'margin-top', '4cm'),
    ]);
    assert.deepEqual(Object.fromEntries(rules), { '': { 'margin-top': '1cm' }, ':first': { 'margin-top': '4cm' } });
  });
});

describe('the width of the content', () => {
  const url = 'https://example.com/';
  const rules = pageRules([declared('', 'margin-left', '30mm'), declared('', 'size', 'A5')]);
  const margins = { marginTop: '0', marginRight: '10mm', marginBottom: '0', marginLeft: '10mm' };
  const widthOf = (pairs: Record<string, string>, page = rules) => {
    const { width, turned } = contentOf(parseOptions('pdf', { url, ...pairs }), page);
    return [millimetres(width), millimetres(turned)];
  };

  it('is that of the request without rules', () => {
    assert.deepEqual(widthOf(margins, new Map()), [190, 277]);
    assert.deepEqual(widthOf({ ...margins, landscape: 'true' }, new Map()), [277, undefined]);
  });

  it('heeds the rules, except for one long page', () => {
    assert.deepEqual(widthOf(margins), [108, undefined]);
    assert.deepEqual(widthOf({ ...margins, singlePage: 'true' }), [190, 277]);
    assert.deepEqual(widthOf({ singlePage: 'true' }), [180, 267]);
  });
});

describe('the margins of one long page', () => {
  const keptOf = (rules: PageDeclaration[], pairs = {}) => {
    const options = parseOptions('pdf', { url: 'x.test', singlePage: 'true', ...pairs });
    const { lost, ...margins } = keptMargins(options, pageRules(rules));
    return [...Object.values(margins).map(millimetres), ...lost];
  };

  it('are those of its first page, as far as they can be computed', () => {
    const rules = [declared('', 'margin-top', '20mm'), declared('', 'margin-left', '5%')];
    assert.deepEqual(keptOf(rules), [20, 0, 0, 0, 'margin-left: 5%']);
    assert.deepEqual(keptOf([...rules, declared(':first', 'margin-left', '1cm')]), [20, 0, 0, 10]);
  });

  it('are those of the request, and leave space for the page', () => {
    const margins = { marginTop: '0', marginRight: '10mm', marginBottom: '0', marginLeft: '10mm' };
    assert.deepEqual(keptOf([declared('', 'margin-top', '20mm')], margins), [0, 0, 0, 0]);
    const wide = [declared('', 'margin-top', '20mm'), declared('', 'margin-left', '300mm')];
    assert.deepEqual(keptOf(wide), [20, 0, 0, 0, 'margin-left: 300mm', 'margin-right: 0']);
  });
});

describe('a paper that `@page` sets', () => {
  it('asks once which pages are used', async () => {
    let asked = 0;
    const large = ['one', 'two'].map((name) => declared(name, 'size', '300in'));
    const options = parseOptions('pdf', { url: 'x.test', preferCssPageSize: 'true' });
    await checkCssPapers(options, pageRules(large), async () => {
      asked += 1;
      return [];
    });
    assert.equal(asked, 1);
  });

  it('has at most 200 inches, if the request takes it', async () => {
    const check = (size: string, preferCssPageSize: string, selector = ':first', names?: string[]) =>
      checkCssPapers(
        parseOptions('pdf', { url: 'x.test', preferCssPageSize }),
        pageRules([declared('', 'size', 'a4'), declared(selector, 'size', size)]),
        async () => names,
      );
    await check('200in 10in', 'true');
    await check('10000in 10000in', 'false');
    await check('10000in 10000in', 'true', 'unused:left', ['auto', 'used']);
    for (const [selector, names] of [
      [':first', []],
      ['used', ['used']],
      ['used:left', ['used']],
      ['unknown', undefined],
    ] as const)
      await assert.rejects(
        check('10000in 9000in', 'true', selector, names && [...names]),
        /10000 × 9000 inches\. A page of a PDF has at most 200/,
      );
  });
});
