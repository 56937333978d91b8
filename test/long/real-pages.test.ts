import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { installNpmPackage } from '../kit/programs/npm-packages.js';
import { isOnPath } from '../kit/programs/test-programs.js';
import { pictureDifferences, wordDifferences } from '../real-pages/compare-facts.js';
import { type Facts, readGolden } from '../real-pages/golden-file.js';
import { realPages } from '../real-pages/page-list.js';
import { type RealSite, startRealSite, variants } from '../real-pages/render-facts.js';

const skip = !isOnPath('pdftotext') && 'There is no pdftotext: Debian has it in poppler-utils.';

const differences = (golden: Facts, found: Facts): string[] => {
  if ('words' in golden) return wordDifferences(golden.words, 'words' in found ? found.words : 0);
  return 'picture' in found ? pictureDifferences(golden.picture, found.picture) : ['It is no picture.'];
};

describe('real pages look as they did when a person judged them', { timeout: 1_800_000, skip }, () => {
  const golden = readGolden();
  let site: RealSite;
  before(async () => {
    await installNpmPackage('realPages');
    site = await startRealSite();
  });
  after(() => site?.stop());

  for (const page of realPages) {
    for (const [variant, { golden: other = variant }] of Object.entries(variants)) {
      it(`${page.name}, ${variant}`, async () => {
        const expected = golden.get(`${page.name} ${other}`);
        assert.ok(expected, 'golden.txt lacks it: run `make golden`');
        assert.deepEqual(differences(expected, await site.render(page, variant)), []);
      });
    }
  }
});
