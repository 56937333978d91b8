/** `make golden`: writes golden.txt anew. Look at the pictures before you commit it. */

import { installNpmPackage } from '../kit/programs/npm-packages.js';
import { type Facts, writeGolden } from './golden-file.js';
import { realPages } from './page-list.js';
import { startRealSite, variants } from './render-facts.js';

await installNpmPackage('realPages');
const site = await startRealSite();
const all = new Map<string, Facts>();
try {
  for (const page of realPages) {
    for (const [variant, { golden }] of Object.entries(variants)) {
      if (golden === undefined) all.set(`${page.name} ${variant}`, await site.render(page, variant));
    }
    console.error(page.name);
  }
} finally {
  await site.stop();
}
writeGolden(all);
