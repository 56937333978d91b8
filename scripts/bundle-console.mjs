// Makes console/dist/bundle, which the api serves at /console: one page, and files with a hash in each name.
// Usage: bundle-console.mjs [--force]. Without --force it does nothing if no source has changed since.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'console');
const page = join(home, 'dist/bundle/index.html');

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) => join(parentPath, name));

// Folders count too: theirs is the time of a removed file.
const isFresh = () => {
  if (!existsSync(page)) return false;
  const made = statSync(page).mtimeMs;
  const sources = [
    ...[join(home, 'index.html'), join(home, 'tsconfig.json'), join(home, 'src'), join(root, 'package-lock.json')],
    ...[...filesIn(join(home, 'src')), ...filesIn(join(root, 'contracts/vectors')), fileURLToPath(import.meta.url)],
  ];
  return sources.every((file) => statSync(file).mtimeMs < made);
};

if (process.argv.includes('--force') || !isFresh()) {
  // The import alone takes half a second.
  const { build } = await import('vite');
  await build({
    root: home,
    base: '/console/',
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: 'dist/bundle',
      emptyOutDir: true,
      target: 'es2023',
      // The policy of the page forbids inline code, and data URLs of anything but pictures.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  const bytes = filesIn(join(home, 'dist/bundle/assets')).reduce((sum, file) => sum + statSync(file).size, 0);
  process.stdout.write(`bundled the console: ${Math.round(bytes / 1024)} KiB\n`);
}
