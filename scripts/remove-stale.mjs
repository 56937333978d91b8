// Removes build output without a source: the compiler leaves it, and the test runner would find it in dist. Run it
// after the compiler: its build info then knows that these sources are gone. A restored source is built again.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
/** These are not the compiler's: scripts make `bundle/`, and `make test` makes `families/`, perhaps right now. */
const built = /^(?!(bundle|families)\/).*(\.d\.ts|\.js)(\.map)?$/;
const ending = /(\.d\.ts|\.js)(\.map)?$/;

const projects = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).references.map(({ path }) => path);
for (const project of projects) {
  const { rootDir, outDir } = JSON.parse(readFileSync(join(root, project, 'tsconfig.json'), 'utf8')).compilerOptions;
  const out = join(root, project, outDir);
  if (!existsSync(out)) continue;
  for (const file of readdirSync(out, { recursive: true }).filter((name) => built.test(name))) {
    const source = join(root, project, rootDir, file.replace(ending, ''));
    if (existsSync(`${source}.ts`) || existsSync(`${source}.tsx`)) continue;
    rmSync(join(out, file));
    process.stdout.write(`removed ${join(project, outDir, file)}: its source is gone\n`);
  }
}
