/**
 * Outlives a run by a moment, however that ends: its standard input closes then, and it removes everything that the run
 * had of this machine. It says so with its exit code.
 */
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

/** The first process of the namespaces: the kernel ends all others with it, before it says that it is gone. */
const endEverything = async (): Promise<void> => {
  const around = read('pid');
  if (around === undefined) return;
  const children = `/proc/${around}/task/${around}/children`;
  const isThere = () => existsSync(children);
  const first = isThere() ? readFileSync(children, 'utf8').trim() : '';
  if (first) succeeds(() => process.kill(Number(first), 'SIGKILL'));
  await until('everything of the cluster has ended', () => !isThere());
};

// Ctrl-C is for those whom it cleans up after.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
await text(process.stdin);
await endEverything();
await until('the control groups are gone', () => succeeds(() => removeCgroup(basename(folder))));
await until('the folder is gone', () => succeeds(() => rmSync(folder, { recursive: true, force: true })));
