// Makes the package of n8n in clients/n8n/dist, beside the compiler's files. Node and credential get what they use of
// the JavaScript library, because n8n installs no dependencies.
// Usage: bundle-n8n.mjs [--force]. Without --force it does nothing if no compiled code has changed since.
import { cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'clients/n8n');
const folder = join(home, 'dist');

const programs = ['nodes/Tintype/Tintype.node.js', 'credentials/TintypeApi.credentials.js'];
const copies = ['nodes/Tintype/Tintype.node.json', 'icons/tintype.svg', 'icons/tintype.dark.svg'];

const isFresh = () => {
  const built = [...programs, ...copies].map((path) => join(folder, path));
  if (!built.every(existsSync)) return false;
  const made = Math.min(...programs.map((program) => statSync(join(folder, program)).mtimeMs));
  const buildInfos = ['javascript', 'n8n/dist/compiled'].map((path) =>
    join(root, `clients/${path}/tsconfig.tsbuildinfo`),
  );
  const sources = [...buildInfos, ...copies.map((path) => join(home, path)), fileURLToPath(import.meta.url)];
  return sources.every((file) => !existsSync(file) || statSync(file).mtimeMs < made);
};

if (process.argv.includes('--force') || !isFresh()) {
  // The import alone takes half a second.
  const { rolldown } = await import('rolldown');
  for (const part of ['nodes', 'credentials', 'icons']) rmSync(join(folder, part), { recursive: true, force: true });
  for (const program of programs) {
    const bundle = await rolldown({
      input: join(folder, 'compiled', program),
      platform: 'node',
      external: ['n8n-workflow'],
      // Their modules only define things, so the parts without importers are left out.
      treeshake: { moduleSideEffects: false },
    });
    await bundle.write({ file: join(folder, program), format: 'cjs' });
    await bundle.close();
  }
  for (const path of copies) cpSync(join(home, path), join(folder, path), { recursive: true });
  // The package is CommonJS, which n8n loads; what the compiler makes for the tests is not.
  writeFileSync(join(folder, 'compiled/package.json'), '{ "type": "module" }\n');
  const bytes = programs.reduce((sum, program) => sum + statSync(join(folder, program)).size, 0);
  process.stdout.write(`bundled the node of n8n: ${Math.round(bytes / 1024)} KiB\n`);
}
