import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { installNpmPackage } from '../kit/programs/npm-packages.js';
import { isOnPath } from '../kit/programs/test-programs.js';
import { pictureDifferences, wordDifferences } from '../real-pages/compare-facts.js';
import { type Facts, readGolden } from '../real-pages/golden-file.js';
import { realPages } from '../real-pages/page-list.js';
import { type RealSite, startRealSite, variantsOf } from '../real-pages/render-facts.js';

const skip = !isOnPath('pdftotext') && 'There is no pdftotext: Debian has it in poppler-utils.';

const differences = (golden: Facts, found: Facts): string[] => {
  if ('words' in golden) return 'words' in found ? wordDifferences(golden, found) : ['It is a picture.'];
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
    for (const variant of variantsOf(page)) {
      it(`${page.name}, ${variant.name}`, async () => {
        const expected = golden.get(variant.golden);
        assert.ok(expected, 'golden.txt lacks it: run `make golden`');
        assert.deepEqual(differences(expected, await site.render(page, variant)), []);
      });
    }
    if (!page.banner) continue;
    it(`${page.name} shows its banner unless it is blocked`, () => {
      const [shown, plain] = [golden.get(`${page.name} full`), golden.get(`${page.banner?.on} full`)];
      assert.ok(shown && plain && differences(plain, shown).length > 0);
    });
  }
});
