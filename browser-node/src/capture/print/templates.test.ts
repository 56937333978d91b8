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
  it('are printed without the internal address of a document, and say so', () => {
    const [printed, warning] = unmeasuredTemplates(templates(address), true);
    assert.equal(printed.footerTemplate, `<style>.url{display:none!important}</style>${address}`);
    assert.match(warning, /could not be measured.*class `url` are left out/);
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
