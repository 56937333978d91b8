// Writes crds/manifests/ from the kinds (`tsc -b crds`).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dump } from 'js-yaml';
import { manifests } from '../crds/dist/index.js';

const folder = new URL('../crds/manifests/', import.meta.url);
mkdirSync(folder, { recursive: true });

for (const manifest of Object.values(manifests)) {
  const { group, names } = manifest.spec;
  const head = '# Made by `make generate` (scripts/generate-crds.mjs); not to be edited.\n';
  const text = dump(manifest, { lineWidth: 120, noRefs: true, quoteStyle: 'double' });
  writeFileSync(new URL(`${group}_${names.plural}.yaml`, folder), `${head}${text}`);
}
process.stdout.write(`${Object.keys(manifests).length} custom resource definitions\n`);
