import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The CPU time of a test file and of all processes that it started. A browser's renderers count only in a control
 * group. The browser ends before them, so no process waits for them and gets their times.
 */

interface Hierarchy {
  folder: string;
  /** CPU-seconds of all processes that ever were in this group. */
  secondsIn: (group: string) => number;
}

/** https://docs.kernel.org/admin-guide/cgroup-v2.html and https://docs.kernel.org/admin-guide/cgroup-v1/cpuacct.html */
const hierarchies: Hierarchy[] = [
  {
    folder: '/sys/fs/cgroup/cpuacct',
    secondsIn: (group) => Number(readFileSync(join(group, 'cpuacct.usage'), 'utf8')) / 1e9,
  },
  {
    folder: '/sys/fs/cgroup',
    secondsIn: (group) => Number(/usage_usec (\d+)/.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))?.[1]) / 1e6,
  },
];

/** This process and its children that have ended: fields 14 to 17 of proc_pid_stat(5), in 1/100 s. */
const secondsOfEnded = () => {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const ticks = fields.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
};

const prefix = 'tintype-test-';

const hierarchyHere = () => hierarchies.find(({ folder }) => existsSync(join(folder, 'cgroup.procs')));

const removeIfEmpty = (group: string) => {
  try {
    rmdirSync(group);
  } catch {
    // Another run's files are in it.
  }
};

/**
 * Puts this process into a control group of its own. The result returns the group's CPU-seconds. Only root
 * can make groups: for other users, a browser's renderers are missing.
 */
export const countCpu = (): (() => number) => {
  const hierarchy = hierarchyHere();
  if (!hierarchy) return secondsOfEnded;
  const group = join(hierarchy.folder, `${prefix}${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'cgroup.procs'), `${process.pid}`);
  } catch {
    return secondsOfEnded;
  }
  return () => hierarchy.secondsIn(group);
};

/** Removes the groups of all files that have ended. */
export const removeGroups = (): void => {
  const hierarchy = hierarchyHere();
  if (!hierarchy) return;
  const names = readdirSync(hierarchy.folder).filter((name) => name.startsWith(prefix));
  for (const name of names) removeIfEmpty(join(hierarchy.folder, name));
};
