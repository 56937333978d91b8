import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BuiltCopy } from './built-copy.js';
import type { Mutation } from './mutation.js';

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

/** Which test notices a mistake in the render protocol; undefined when none does. */
export const tryRender = async (
  repository: string,
  { patches, tests }: Pick<Mutation, 'patches' | 'tests'>,
): Promise<string | undefined> => {
  const copy = new BuiltCopy(repository);
  try {
    for (const patch of patches) copy.patch(patch);
    const folder = join(copy.folder, 'test/dist/integration');
    for (const file of filesOf(folder, tests)) {
      const test = await firstFailure(join(folder, file));
      if (test) return `${file.replace('.test.js', '')}: ${test}`;
    }
    return undefined;
  } finally {
    copy.remove();
  }
};
