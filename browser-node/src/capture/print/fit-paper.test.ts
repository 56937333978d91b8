import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseOptions } from '@tintype/contracts';
import { fitBoxes } from '../../in-page/print/fit-width.js';
import type { Run } from '../run.js';
import { fitPaper, tooWide } from './fit-paper.js';

const optionsOf = (pairs: Record<string, string> = {}) =>
  parseOptions('pdf', { url: 'https://example.com/', ...pairs });
/** 800 pixels of content, or 1,200 on turned paper. */
const content = { width: 800 / 96, turned: 1200 / 96 };

describe('the warning of a document wider than its paper', () => {
  for (const [what, width, isFromRight, sentence] of [
    ['none where Chromium shrinks enough', 1200, false, undefined],
    [
      'a scale, or turned paper',
      1500,
      false,
      /300 pixels at the right are missing. Use `scale=0.8` or `landscape=true`\./,
    ],
    ['a scale alone where turned paper would not suffice', 2400, false, /1200 pixels .* Use `scale=0.5`\./],
    ['the other side, where Chromium shrinks nothing', 1000, true, /200 pixels at the left .* Use `scale=0.8` or/],
    ['wider paper where no scale suffices', 24_000, false, /Use a wider paper/],
  ] as const) {
    it(`names ${what}`, () => {
      const warning = tooWide(optionsOf(), { width, isFromRight }, content);
      if (sentence) assert.match(warning ?? 'none', sentence);
      else assert.equal(warning, undefined);
    });
  }

  it('counts with the scale of the request', () => {
    assert.equal(tooWide(optionsOf({ scale: '0.5' }), { width: 2400, isFromRight: false }, content), undefined);
    assert.match(
      tooWide(optionsOf({ scale: '2' }), { width: 900, isFromRight: false }, content) ?? '',
      /holds 600: 300/,
    );
  });
});

describe('fitting the paper', () => {
  for (const isPartial of [false, true])
    it(isPartial ? 'warns of boxes that no time was left for' : 'warns of nothing if every box fits', async () => {
      const warnings: string[] = [];
      const call = async (script: unknown) => (script === fitBoxes ? { boxes: 0, pixels: 0, isPartial } : 0);
      await fitPaper({ page: { call }, options: optionsOf(), warnings } as unknown as Run<'pdf'>, content, 0);
      assert.match(warnings.join() || 'none', isPartial ? /^The page is too long to look at every box/ : /^none$/);
    });
});
