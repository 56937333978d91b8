import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../scripts/remove-stale.mjs', import.meta.url));

it('what was built from a source that is gone goes too', (t) => {
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
  const kept = [...forms.map((form) => `a/dist/deep/kept${form}`), 'a/dist/tsconfig.tsbuildinfo'];
  const gone = forms.map((form) => `a/dist/deep/gone.test${form}`);
  for (const file of [...kept, ...gone]) write(file);
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.deepEqual(
    [...kept, ...gone].filter((file) => existsSync(join(root, file))),
    kept,
  );
});
