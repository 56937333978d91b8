/** `make golden`: writes golden.txt anew, with names of pages only their lines. Look at the pictures before you commit it. */

import { installNpmPackage } from '../kit/programs/npm-packages.js';
import { readGolden, writeGolden } from './golden-file.js';
import { realPages } from './page-list.js';
import { startRealSite, variantsOf } from './render-facts.js';

const names = (process.argv[2] ?? '').split(',').filter(Boolean);
const unknown = names.filter((name) => !realPages.some((page) => page.name === name));
if (unknown.length > 0) throw new Error(`No page has the name ${unknown.join(', ')}: see page-list.ts.`);

await installNpmPackage('realPages');
const site = await startRealSite();
const before = readGolden();
const all: typeof before = new Map();
try {
  for (const page of realPages) {
    const isRendered = names.length === 0 || names.includes(page.name);
    for (const variant of variantsOf(page)) {
      if (variant.golden !== `${page.name} ${variant.name}`) continue;
      const facts = isRendered ? await site.render(page, variant) : before.get(variant.golden);
      if (facts) all.set(variant.golden, facts);
    }
    if (isRendered) console.error(page.name);
  }
} finally {
  await site.stop();
}
writeGolden(all);
