// Joins the Zapier app with the JavaScript client library in clients/zapier/dist/bundle/index.js: Zapier installs only
// packages of npm. Zapier's command line runs it before it validates or uploads the app (clients/zapier/package.json).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../clients/zapier/dist', import.meta.url));
const bundle = await rolldown({ input: join(dist, 'index.js'), platform: 'node' });
await bundle.write({ file: join(dist, 'bundle/index.js'), format: 'esm' });
await bundle.close();
