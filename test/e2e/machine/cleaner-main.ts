/** Outlives a run: when its standard input closes, it removes all traces of the run. Its exit code tells whether it could. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../../kit/until.js';
import { removeCgroup } from './cgroups.js';

const [, , folder = ''] = process.argv;

const read = (name: string): string | undefined => {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};

const succeeds = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};

/** Kills the first process of the namespaces: the kernel ends all others before it reports its end. */
const endEverything = async (): Promise<void> => {
  const around = read('pid');
  if (around === undefined) return;
  const children = `/proc/${around}/task/${around}/children`;
  const isThere = () => existsSync(children);
  const first = isThere() ? readFileSync(children, 'utf8').trim() : '';
  if (first) succeeds(() => process.kill(Number(first), 'SIGKILL'));
  await until('everything of the cluster has ended', () => !isThere());
};

// Ctrl-C must end only the run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
await text(process.stdin);
await endEverything();
await until('the control groups are gone', () => succeeds(() => removeCgroup(basename(folder))));
await until('the folder is gone', () => succeeds(() => rmSync(folder, { recursive: true, force: true })));
