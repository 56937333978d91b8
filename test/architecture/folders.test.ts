import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const most = 25;

/** Folders that their language or their numbering keeps flat. */
const flat = ['clients/go', 'clients/php/src', 'docs/decisions'];

const isBesideItsCode = (test: string) => /[._]test\./.test(test) && !test.startsWith('test/');

it(`no folder has more than ${most} files besides its unit tests`, () => {
  const list = ['ls-files', '-co', '--exclude-standard'];
  const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  // One that has been deleted stays in git's list until the commit.
  const files = listed.filter((file) => existsSync(join(root, file)) && !isBesideItsCode(file));
  const folders = Map.groupBy(files, (file) => dirname(file));
  assert.ok(folders.size > 100);
  const large = [...folders].filter(([folder, { length }]) => length > most && !flat.includes(folder));
  assert.deepEqual(
    large.map(([folder, { length }]) => `${folder}: ${length}`),
    [],
  );
});
