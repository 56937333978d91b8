import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { overlaps } from './overlaps.js';

/** 22 pixels and Chromium's 20 are 11.2 mm. */
const heights = { header: 22, footer: 0 };
const margins = (marginTop: number) => ({ marginTop, marginRight: 0, marginBottom: 0, marginLeft: 0 });
const page = (selector: string, top: string) => new Map([[selector, { 'margin-top': top }]]);

describe('warnings of margins that are too small for header and footer', () => {
  for (const [what, requested, rules, sentences] of [
    ['none where the room is automatic', undefined, new Map(), []],
    ['none where the request leaves enough', margins(1), new Map(), []],
    [
      'the option of the request',
      margins(0.2),
      new Map(),
      [/^The header overlaps the page: it needs `marginTop=12mm`/],
    ],
    [
      'the rule that wins over the request',
      margins(0.2),
      page('', '5mm'),
      [/`@page` has a `margin-top` of 5mm, and the header needs 12mm/],
    ],
    ['none where the rule leaves enough', margins(0.2), page('', '20mm'), []],
    ['none of a rule that cannot be computed', undefined, page('', '5%'), []],
    [
      'the rule of the first page, as styles',
      undefined,
      page(':first', '0'),
      [/`css`: `@page :first{margin-top:12mm!important}`/],
    ],
    ['both, where each rules its own pages', margins(0), page(':first', '0'), [/marginTop=12mm/, /@page :first/]],
  ] as const) {
    it(`name ${what}`, () => {
      const found = overlaps(heights, requested, rules);
      assert.equal(found.length, sentences.length, found.join());
      for (const [index, sentence] of sentences.entries()) assert.match(found[index] ?? '', sentence);
    });
  }
});
