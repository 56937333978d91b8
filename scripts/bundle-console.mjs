// Makes console/dist/bundle, which the api serves at /console: one page, and files with a hash in each name. The folder
// `admin` has the operator's side, which is on the private port alone.
// Usage: bundle-console.mjs [--force]. Without --force it does nothing if no source has changed since.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'console');
const folder = join(home, 'dist/bundle');
/** The second build lies in the folder of the first. */
const pages = [
  { page: 'index.html', base: '/console/', to: folder },
  { page: 'admin.html', base: '/console/admin/', to: join(folder, 'admin') },
];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) => join(parentPath, name));

// Folders count too: theirs is the time of a removed file.
const isFresh = () => {
  const built = pages.map(({ page, to }) => join(to, page));
  if (!built.every(existsSync)) return false;
  const made = Math.min(...built.map((page) => statSync(page).mtimeMs));
  const sources = [
    ...[
      join(home, 'index.html'),
      join(home, 'admin.html'),
      join(home, 'tsconfig.json'),
      join(home, 'src'),
      join(root, 'package-lock.json'),
    ],
    ...[...filesIn(join(home, 'src')), ...filesIn(join(root, 'contracts/vectors')), fileURLToPath(import.meta.url)],
  ];
  return sources.every((file) => statSync(file).mtimeMs < made);
};

if (process.argv.includes('--force') || !isFresh()) {
  // The import alone takes half a second.
  const { build } = await import('vite');
  for (const { page, base, to } of pages)
    await build({
      root: home,
      base,
      configFile: false,
      logLevel: 'warn',
      build: {
        outDir: to,
        emptyOutDir: true,
        target: 'es2023',
        // The policy of the page forbids inline code, and data URLs of anything but pictures.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: join(home, page) },
      },
    });
  const bytes = filesIn(join(folder, 'assets')).reduce((sum, file) => sum + statSync(file).size, 0);
  process.stdout.write(`bundled the console: ${Math.round(bytes / 1024)} KiB\n`);
}
