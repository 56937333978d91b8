import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Paths such as `stores/src/memory` that the Dockerfile removes from the built packages. */
const removed = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/ \/apps\/\*\/(\S+)\/dist\/(\S+)/g)].map(
  ([, name, path]) => `${name}/src/${path?.replace(/\.\*$/, '.ts')}`,
);

const isRemoved = (file: string) => removed.some((path) => matchesGlob(file, path) || matchesGlob(file, `${path}/**`));

/** The modules that a module imports from its own package. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?: from |import\()'(\.[^']+)\.js'/g)].map(([, path]) =>
    join(dirname(file), `${path}.ts`),
  );

it('images have all modules of the programs, without the code that only tests use', () => {
  const programs = globSync('*/src/**/{index,main,*-main,tintype}.ts', { cwd: root }).filter(
    (file) => !isRemoved(file),
  );
  assert.ok(programs.length > 12);
  const reached = new Set(programs);
  for (const file of reached) for (const module of importsOf(file)) reached.add(module);
  assert.ok(reached.size > 300);
  assert.deepEqual([...reached].filter(isRemoved), []);
  for (const path of removed)
    assert.ok(path.startsWith('*') || existsSync(join(root, path)), `${relative(root, path)} does not exist`);
});
