import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const script = join(repository, 'scripts/remove-stale.mjs');

it('every test file lies where scripts/test.sh looks for it', () => {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  // These are no workspaces: docs/architecture.md says why.
  const packages = [...workspaces.filter((name) => name !== 'test'), 'clients/cli', 'clients/n8n', 'clients/zapier'];
  const [, named = ''] = /^packages='(.*)'$/m.exec(readFileSync(join(repository, 'scripts/test.sh'), 'utf8')) ?? [];
  assert.deepEqual(named.split(' ').sort(), packages.sort());
  const places = [
    `(${packages.join('|')})/src/.*`,
    // n8n's linter refuses tests beside the node.
    'clients/n8n/tests/[^/]*',
    'test/(architecture|alone)/[^/]*',
    'test/long/.*',
    `test/integration/(${[...packages, 'charts', 'clients', 'kit'].join('|')})/.*`,
  ];
  const isFound = (file: string) => new RegExp(`^(${places.join('|')})$`).test(file);
  const list = ['ls-files', '-co', '--exclude-standard', '*.test.ts'];
  const files = execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).split('\n').filter(Boolean);
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => !isFound(file)),
    [],
  );
});

it('removes the output of a deleted source, and leaves what the bundler and the test runner made', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tintype-stale-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (file: string, content: unknown = {}) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), JSON.stringify(content));
  };
  write('tsconfig.json', { references: [{ path: 'a' }, { path: 'never-built' }] });
  const compilerOptions = { rootDir: 'src', outDir: 'dist' };
  write('a/tsconfig.json', { compilerOptions });
  write('never-built/tsconfig.json', { compilerOptions });
  write('a/src/deep/kept.ts');
  const forms = ['.js', '.js.map', '.d.ts', '.d.ts.map'];
  const kept = [
    ...forms.map((form) => `a/dist/deep/kept${form}`),
    'a/dist/tsconfig.tsbuildinfo',
    'a/dist/bundle/worker.js',
    'a/dist/families/ledger.test.js',
  ];
  const gone = forms.map((form) => `a/dist/deep/gone.test${form}`);
  for (const file of [...kept, ...gone]) write(file);
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.deepEqual(
    [...kept, ...gone].filter((file) => existsSync(join(root, file))),
    kept,
  );
});
