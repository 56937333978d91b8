import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { installNpmPackage, npmFolder } from '../kit/programs/npm-packages.js';
import { isOnPath } from '../kit/programs/test-programs.js';
import { pictureDifferences, wordDifferences } from '../real-pages/compare-facts.js';
import { type Facts, readGolden } from '../real-pages/golden-file.js';
import { agreementOf, readMarkedTexts } from '../real-pages/marked-texts.js';
import { realPages } from '../real-pages/page-list.js';
import { type RealSite, startRealSite, variantsOf } from '../real-pages/render-facts.js';

const skip = !isOnPath('pdftotext') && 'There is no pdftotext: Debian has it in poppler-utils.';

const differences = (golden: Facts, found: Facts): string[] => {
  if ('words' in golden) return 'words' in found ? wordDifferences(golden, found) : ['It is a picture.'];
  return 'picture' in found ? pictureDifferences(golden.picture, found.picture) : ['It is no picture.'];
};

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const leastAgreement = { recall: 0.98, precision: 0.9 };

describe('real pages look as they did when a person judged them', { timeout: 1_800_000, skip }, () => {
  const golden = readGolden();
  let site: RealSite;
  before(async () => {
    await installNpmPackage('realPages');
    site = await startRealSite();
  });
  after(() => site?.stop());

  it('and their texts are those that a person marked', async (t) => {
    const recalls: number[] = [];
    const precisions: number[] = [];
    for (const { name, file, text, isWhole } of readMarkedTexts(`${npmFolder('realPages')}/node_modules`)) {
      const { precision, recall } = agreementOf(text, await site.read(file));
      recalls.push(recall);
      if (isWhole) precisions.push(precision);
      t.diagnostic(`${name}: recall ${recall.toFixed(2)}${isWhole ? `, precision ${precision.toFixed(2)}` : ''}`);
    }
    const [recall, precision] = [mean(recalls), mean(precisions)];
    t.diagnostic(
      `recall ${recall.toFixed(3)} of ${recalls.length}, precision ${precision.toFixed(3)} of ${precisions.length}`,
    );
    assert.ok(recall >= leastAgreement.recall, `recall ${recall}`);
    assert.ok(precision >= leastAgreement.precision, `precision ${precision}`);
  });

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
