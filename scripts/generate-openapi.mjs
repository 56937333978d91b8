// Writes docs/openapi.json from the built api (`tsc -b api`).
import { writeFileSync } from 'node:fs';
import { createOpenApi } from '../api/dist/openapi/document.js';

const document = createOpenApi('http://127.0.0.1:8080');
writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(`${Object.keys(document.paths ?? {}).length} paths\n`);
