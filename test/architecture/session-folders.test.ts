import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const session = join(root, 'browser-node/src/session');

/** Folders of `browser-node/src/session`, from bottom to top, as the table in docs/architecture.md lists them. */
const order = () => {
  const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = document.split('### The program in a pod');
  const [table = ''] = section.split('\n- **');
  return [...table.matchAll(/^\| `([a-z-]+)\/` \|/gm)].map(([, folder = '']) => folder);
};

const sources = () => globSync('**/*.ts', { cwd: session }).filter((file) => !file.endsWith('.test.ts'));

const folderOf = (file: string) => (file.includes('/') ? file.replace(/\/.*/, '') : '');

const importsOf = (file: string) => {
  const text = readFileSync(join(session, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => normalize(join(dirname(file), specifier)));
};

describe('the folders of browser-node/src/session', () => {
  const folders = order();

  it('are all in the table of docs/architecture.md', () => {
    const found = [...new Set(sources().map(folderOf))].filter((folder) => folder !== '');
    assert.deepEqual(found.toSorted(), folders.toSorted());
  });

  it('import only from folders below them', () => {
    const rankOf = (file: string) => (folderOf(file) === '' ? folders.length : folders.indexOf(folderOf(file)));
    const upward = sources().flatMap((file) => {
      const above = importsOf(file).filter((to) => !to.startsWith('..') && rankOf(to) > rankOf(file));
      return above.map((to) => `${file} → ${to}`);
    });
    assert.deepEqual(upward, []);
  });
});
