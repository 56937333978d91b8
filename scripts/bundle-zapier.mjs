// Joins the Zapier app with the JavaScript client library in clients/zapier/dist/bundle/index.js: Zapier installs only
// packages of npm. Zapier's command line runs it before it validates or uploads the app (clients/zapier/package.json).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../clients/zapier/dist', import.meta.url));

/** Zapier's command line takes the app as the default export. */
const entry = 'default-export';
const defaultExport = {
  name: entry,
  resolveId: (id) => (id === entry ? id : undefined),
  load: (id) =>
    id === entry ? `export { app as default } from ${JSON.stringify(join(dist, 'index.js'))};` : undefined,
};

const bundle = await rolldown({ input: entry, platform: 'node', plugins: [defaultExport] });
await bundle.write({ file: join(dist, 'bundle/index.js'), format: 'esm' });
await bundle.close();
