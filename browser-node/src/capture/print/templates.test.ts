import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unmeasuredTemplates } from './templates.js';

const address = '<b class="url"></b>';
const templates = (footerTemplate: string) => ({
  displayHeaderFooter: true,
  headerTemplate: '<b></b>',
  footerTemplate,
});

describe('header and footer that could not be measured', () => {
  for (const each of [address, '<b class="u&#114;l" style="display:block!important"></b>'])
    it(`are left out if they may show the internal address of a document: ${each}`, () => {
      const [printed, warning] = unmeasuredTemplates(templates(each), true);
      assert.deepEqual(printed, { ...templates('<span></span>'), displayHeaderFooter: true });
      assert.match(warning, /could not be measured.*with `url` or a numeric entity is left out/);
    });

  it('are printed as they are without an address, or on a page with its own', () => {
    for (const [each, hasDocument] of [
      [templates('<b></b>'), true],
      [templates(address), false],
    ] as const) {
      const [printed, warning] = unmeasuredTemplates(each, hasDocument);
      assert.equal(printed, each);
      assert.doesNotMatch(warning, /url/);
    }
  });
});
