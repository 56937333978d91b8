import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { hasNewParts } from '../in-page/advertisements.js';

interface PlayedRecord {
  type: 'attributes' | 'childList';
  attributeName?: string;
  oldValue?: string;
  target?: { getAttribute: () => string | null };
  addedNodes?: { nodeType: number }[];
}

/** What the page changed. The observer gets what it asked for. */
let records: PlayedRecord[] = [];
let attributeFilter: string[] = [];

class PlayedObserver {
  observe(_document: unknown, options: { attributeFilter: string[] }) {
    ({ attributeFilter } = options);
  }
  takeRecords() {
    const taken = records;
    records = [];
    return taken.filter(({ attributeName }) => attributeName === undefined || attributeFilter.includes(attributeName));
  }
}

const change = (attributeName: string, oldValue: string, value: string | null): PlayedRecord => ({
  type: 'attributes',
  attributeName,
  oldValue,
  target: { getAttribute: () => value },
});
const added = (nodeType: number): PlayedRecord => ({ type: 'childList', addedNodes: [{ nodeType }] });

describe('a page has new parts', () => {
  const played = { adoptedStyleSheets: [] as object[] };
  const adSheets = Symbol.for('tintype.adSheets');
  beforeEach((context) => {
    Object.assign(globalThis, { document: played, MutationObserver: PlayedObserver });
    Reflect.deleteProperty(globalThis, Symbol.for('tintype.newParts'));
    Reflect.deleteProperty(globalThis, adSheets);
    records = [];
    assert.equal(hasNewParts(), true, `${context.name}: first`);
    assert.equal(hasNewParts(), false, `${context.name}: second`);
  });

  for (const [what, record, isNew] of [
    ['an element', added(1), true],
    ['a text', added(3), false],
    ['a source', change('src', '', '/red'), true],
    ['a class', change('class', 'ad-banner later', 'ad-banner'), true],
    ['an element that was `hidden`', change('hidden', '', null), true],
    ['an element that its style hid', change('style', 'height: 9px; display:none', 'height: 9px'), true],
    ['an element that its style shows', change('style', '', 'DISPLAY : block !important'), true],
    ['an element that its style hides', change('style', 'height: 9px', 'height: 9px; display: none !important'), false],
    ['a moved element', change('style', 'display: block; left: 1px', 'display: block; left: 2px'), false],
    ['a title', change('title', '', 'Advertisement'), false],
  ] as const)
    it(`${isNew ? 'by' : 'not by'} ${what}`, () => {
      records = [record];
      assert.equal(hasNewParts(), isNew);
    });

  it('by the loss of a sheet that hides advertisements', () => {
    const sheet = {};
    Reflect.set(globalThis, adSheets, [{ sheet }]);
    played.adoptedStyleSheets = [sheet];
    assert.equal(hasNewParts(), false);
    played.adoptedStyleSheets = [{}];
    assert.equal(hasNewParts(), true);
  });
});
