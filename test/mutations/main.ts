/**
 * Breaks the render protocol on purpose, one mistake at a time, and says which failure test notices. Run by hand, after
 * a build: `make mutations`, or `node test/dist/mutations/main.js <name>…` for some. Exits with 1 when one goes unnoticed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { apiMutations } from './api-mutations.js';
import { BuiltCopy } from './built-copy.js';
import type { Mutation } from './mutation.js';
import { nodeMutations } from './node-mutations.js';

const repository = dirname(dirname(dirname(import.meta.dirname)));
const atOnce = 2;

const endGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
};

/** The first test of a file that fails, or undefined. */
const firstFailure = async (file: string): Promise<string | undefined> => {
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', '--test-force-exit', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name] = /^ *not ok \d+ - (.*)$/.exec(line) ?? [];
    if (!name) continue;
    if (child.pid !== undefined) endGroup(child.pid);
    await ended;
    return name.replaceAll('\\', '');
  }
  await ended;
  return undefined;
};

/** Files of failure tests: those of the mutation first. */
const filesOf = (folder: string, first: readonly string[]): string[] => {
  const all = readdirSync(folder).filter((name) => /^failures-.*\.test\.js$/.test(name));
  const rank = (name: string) => (first.some((each) => name === `failures-${each}.test.js`) ? 0 : 1);
  return all.sort((a, b) => rank(a) - rank(b));
};

const tryOne = async ({ patches, tests }: Pick<Mutation, 'patches' | 'tests'>) => {
  const copy = new BuiltCopy(repository);
  try {
    for (const patch of patches) copy.patch(patch);
    const folder = join(copy.folder, 'test/dist/integration');
    for (const file of filesOf(folder, tests)) {
      const test = await firstFailure(join(folder, file));
      if (test) return { file: file.replace('.test.js', ''), test };
    }
    return undefined;
  } finally {
    copy.remove();
  }
};

// Without this, a copy that cannot even start would look like one whose mistake is noticed.
const unbroken = await tryOne({ patches: [], tests: [] });
if (unbroken) throw new Error(`Without any mistake, ${unbroken.file} fails: ${unbroken.test}`);

const wanted = process.argv.slice(2);
const rest = [...apiMutations, ...nodeMutations].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

row('mutation', 'mistake', 'caught by');
row('---', '---', '---');
const work = async () => {
  for (let next = rest.shift(); next; next = rest.shift()) {
    const caught = await tryOne(next);
    if (!caught) process.exitCode = 1;
    row(`\`${next.name}\``, next.mistake, caught ? `${caught.file}: ${caught.test}` : '**nothing**');
  }
};
await Promise.all(Array.from({ length: atOnce }, work));
