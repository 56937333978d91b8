// Joins each program with its packages in <package>/dist/bundle, and makes V8's compile cache for it. A program then loads in a
// third of the time. playwright-core stays outside: it finds its own files.
// Usage: bundle-programs.mjs [--force] [--no-snapshot]. Without --force it leaves a program alone if none of its compiled code has
// changed since. --no-snapshot is for images, which start sessions without one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBundled } from '../runtime/dist/program/bundle.js';
import { isSnapshotTried, makeSnapshot } from './session-snapshot.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const makesSnapshot = !process.argv.includes('--no-snapshot');
const names = ['api', 'operator', 'standalone', 'browser-node'];
const folderOf = (name) => join(root, name, 'dist/bundle');
const cacheMakerOf = (name) => join(folderOf(name), 'make-cache.mjs');

const isFresh = (name) => {
  const main = pathToFileURL(join(root, name, 'dist/main.js')).href;
  if (!isBundled(main) || (name === 'browser-node' && makesSnapshot && !isSnapshotTried(main))) return false;
  const made = statSync(cacheMakerOf(name)).mtimeMs;
  return ['package-lock.json', 'scripts/bundle-programs.mjs', 'scripts/session-snapshot.js'].every(
    (file) => statSync(join(root, file)).mtimeMs < made,
  );
};

// Their modules only define things, so the parts without importers are left out.
const onlyDefine = new RegExp(
  `/(contracts|runtime|ledger|crds|stores|${names.join('|')})/dist/|node_modules/(@nats-io|zod|undici|prom-client|pino)/`,
);

// Pages get the text of these functions, which a bundler would rewrite: they stay in their files.
const keepInPage = {
  name: 'keep-in-page',
  resolveId: (source) => {
    const [, file] = /\/in-page\/(.+\.js)$/.exec(source) ?? [];
    return file ? { id: `../in-page/${file}`, external: true } : null;
  },
};

// Files beside a module are found from its own place. browser-node's threads are bundled, beside their callers.
const keepPlaces = (folder) => ({
  name: 'keep-places',
  transform: (code, id) =>
    ['api', 'standalone'].some((name) => id.startsWith(join(root, name, 'dist'))) && code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`)
      : null,
});

// An `import` of a builtin module reads each export, also what Node.js loads only when asked. The one of http loads
// undici. Without it a program starts in 30 CPU-ms less.
const importLine = /^import (?:(?:\* as )?([\w$]+)(?:, )?)?(?:\{ (.+) \})? ?(?:from )?"([^"]+)";$/gm;
const anyImport = /^(?:import|export) ?(?:[^;"]+ from ?)?"([^"]+)"/gm;
const readBuiltins = {
  name: 'read-builtins',
  renderChunk: (code) => {
    const read = code.replace(importLine, (line, whole, parts, source) => {
      if (!isBuiltin(source)) return line;
      const names = [whole, parts && `{ ${parts.replaceAll(' as ', ': ')} }`].filter(Boolean);
      // It would be undefined: only an import has it.
      if (/\bdefault as /.test(parts ?? '')) throw new Error(`cannot read the default export in: ${line}`);
      return names.map((each) => `const ${each} = process.getBuiltinModule("${source}");`).join(' ');
    });
    const left = [...read.matchAll(anyImport)].find(([, source]) => isBuiltin(source));
    if (left) throw new Error(`cannot read the builtin module of: ${left[0]}`);
    return read;
  },
};

const inputsOf = (name) => {
  const dist = join(root, name, 'dist');
  const program = { program: join(dist, 'program.js') };
  if (name === 'standalone') return { ...program, 'ledger-command': join(dist, 'ledger-command.js') };
  if (name !== 'browser-node') return program;
  const threads = {
    'gif-worker': join(dist, 'gif/gif-worker.js'),
    'markdown-worker': join(dist, 'document/markdown/markdown-worker.js'),
  };
  return { ...program, ...threads };
};

const ofAll = {
  platform: 'node',
  // sharp has binaries of its own. ws finds the last two if they are installed.
  external: ['playwright-core', 'sharp', 'bufferutil', 'utf-8-validate'],
  // depd, a package of koa, wraps deprecated functions by eval; koa has none.
  checks: { eval: false },
  treeshake: { moduleSideEffects: (id) => !onlyDefine.test(id) },
};

const makeBundle = async (name) => {
  // The import alone takes a third of a second.
  const { rolldown } = await import('rolldown');
  const folder = folderOf(name);
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    ...ofAll,
    input: inputsOf(name),
    plugins: [keepInPage, keepPlaces(folder), readBuiltins],
  });
  // A thread is a file of its own, beside its caller.
  const entryFileNames = ({ name: entry }) => (entry.endsWith('-worker') ? '[name].js' : '[name].mjs');
  await bundle.write({ dir: folder, format: 'esm', entryFileNames, chunkFileNames: '[name].mjs' });
  await bundle.close();
  if (name === 'browser-node' && makesSnapshot) await makeSnapshot(rolldown, join(root, name, 'dist'), ofAll);
};

// Node.js reads a cache only for the user, the paths and the version of Node.js that made it. It writes files for their owner alone.
const cacheMakerText = (name) => `import { chmodSync, readdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const { directory } = enableCompileCache(join(here, 'cache'));
const parts = readdirSync(here).filter((file) => file.endsWith('.mjs') && file !== 'make-cache.mjs');
await Promise.all(parts.map((file) => import(\`./\${file}\`)));
${name === 'browser-node' ? "await import('playwright-core');\n" : ''}flushCompileCache();
for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o644);
`;

const makeCache = async (name) => {
  writeFileSync(cacheMakerOf(name), cacheMakerText(name));
  const [status] = await once(spawn(process.execPath, [cacheMakerOf(name)], { stdio: 'inherit' }), 'exit');
  if (status === 0) return;
  // Else the bundle would count as complete.
  rmSync(cacheMakerOf(name));
  throw new Error(`the bundle of ${name} does not load`);
};

const makeProgram = async (name) => {
  await makeBundle(name);
  await makeCache(name);
  const bytes = globSync(join(folderOf(name), '*.mjs')).reduce((sum, file) => sum + statSync(file).size, 0);
  process.stdout.write(`bundled ${name}: ${Math.round(bytes / 1024)} KiB\n`);
};

const isForced = process.argv.includes('--force');
await Promise.all(names.filter((name) => isForced || !isFresh(name)).map(makeProgram));
