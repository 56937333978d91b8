// Writes docs/openapi.json from the built api (`tsc -b api`), in the formatter's form.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createOpenApi } from '../api/dist/openapi/document.js';

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

const document = createOpenApi('http://127.0.0.1:8080');
const formatted = execFileSync(biome, ['format', `--stdin-file-path=${file}`], {
  input: JSON.stringify(document, null, 2),
});
writeFileSync(file, formatted);
process.stdout.write(`${Object.keys(document.paths ?? {}).length} paths\n`);
