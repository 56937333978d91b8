// Joins browser-node with its packages in browser-node/dist/bundle, and makes V8's compile cache for it. A session's agent
// then loads in a third of the time. playwright-core stays outside: it finds its own files.
// Usage: bundle-node.mjs [--force]. Without --force it does nothing if no compiled code has changed since.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'browser-node/dist');
const folder = join(dist, 'bundle');
const cacheMaker = join(folder, 'make-cache.mjs');

const isFresh = () => {
  if (!existsSync(cacheMaker)) return false;
  const made = statSync(cacheMaker).mtimeMs;
  const buildInfos = ['contracts', 'runtime', 'browser-node'].map((name) => join(root, name, 'tsconfig.tsbuildinfo'));
  const sources = [...buildInfos, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
  return sources.every((file) => !existsSync(file) || statSync(file).mtimeMs < made);
};

// Their modules only define things, so the parts without importers are left out.
const onlyDefine = /\/(contracts|runtime|browser-node)\/dist\/|node_modules\/(@nats-io|zod|undici|prom-client|pino)\//;

// Pages get the text of these functions, which a bundler would rewrite: they stay in their files.
const keepInPage = {
  name: 'keep-in-page',
  resolveId: (source) => {
    const [, file] = /\/in-page\/(.+\.js)$/.exec(source) ?? [];
    return file ? { id: `../in-page/${file}`, external: true } : null;
  },
};

const makeBundle = async () => {
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: {
      program: join(dist, 'program.js'),
      'gif-worker': join(dist, 'gif/gif-worker.js'),
      'markdown-worker': join(dist, 'document/markdown/markdown-worker.js'),
    },
    platform: 'node',
    // sharp has binaries of its own. ws finds the last two if they are installed.
    external: ['playwright-core', 'sharp', 'bufferutil', 'utf-8-validate'],
    plugins: [keepInPage],
    treeshake: { moduleSideEffects: (id) => !onlyDefine.test(id) },
  });
  // A thread is a file of its own, beside its caller.
  const entryFileNames = ({ name }) => (name.endsWith('-worker') ? '[name].js' : '[name].mjs');
  await bundle.write({ dir: folder, format: 'esm', entryFileNames, chunkFileNames: '[name].mjs' });
  await bundle.close();
};

// Node.js reads a cache only for the user, the paths and the version of Node.js that made it. It writes files for their owner alone.
const cacheMakerText = `import { chmodSync, readdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { directory } = enableCompileCache(fileURLToPath(new URL('cache', import.meta.url)));
const { loadAll } = await import('./program.mjs');
await loadAll();
flushCompileCache();
for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o644);
`;

const makeCache = () => {
  writeFileSync(cacheMaker, cacheMakerText);
  const { status } = spawnSync(process.execPath, [cacheMaker], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the bundle of browser-node does not load');
};

if (process.argv.includes('--force') || !isFresh()) {
  await makeBundle();
  makeCache();
  const bytes = globSync(join(folder, '*.mjs')).reduce((sum, file) => sum + statSync(file).size, 0);
  process.stdout.write(`bundled browser-node: ${Math.round(bytes / 1024)} KiB\n`);
}
