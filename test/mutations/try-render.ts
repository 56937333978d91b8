import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { BrokenCopy } from './broken-copy.js';
import type { RenderMutation } from './mutation.js';

const endGroup = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
};

/** The first failed test of a file, or undefined. */
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

/** Failure tests, the mutation's file first. @throws if there are none */
const filesOf = (folder: string, first: string | undefined): string[] => {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const tests = all.filter((path) => /^failures-.*\.test\.js$/.test(basename(path)));
  if (tests.length === 0) throw new Error('There are no tests of failures.');
  const rank = (path: string) => (basename(path) === `failures-${first}.test.js` ? 0 : 1);
  return tests.sort((a, b) => rank(a) - rank(b));
};

/** The test and file that detect a mistake in the render protocol, or undefined. */
export const tryRender = async (repository: string, mutation?: RenderMutation): Promise<string | undefined> => {
  const copy = new BrokenCopy(repository, mutation?.slips ?? []);
  try {
    const folder = join(copy.folder, 'test/dist/integration');
    for (const file of filesOf(folder, mutation?.first)) {
      const test = await firstFailure(join(folder, file));
      if (test) return `${basename(file, '.test.js')}: ${test}`;
    }
    return undefined;
  } finally {
    copy.remove();
  }
};
