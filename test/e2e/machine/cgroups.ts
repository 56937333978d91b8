import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mounted = '/sys/fs/cgroup';

const isOneTree = () => existsSync(join(mounted, 'cgroup.controllers'));

/** One tree for all controllers (version 2), or one for each (version 1). */
const trees = (): string[] => {
  if (isOneTree()) return [mounted];
  const folders = readdirSync(mounted, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => join(mounted, name));
};

/** A new cpuset group accepts no process until it names its CPUs. */
const inheritCpus = (tree: string, folder: string) => {
  for (const file of ['cpuset.cpus', 'cpuset.mems']) {
    if (existsSync(join(tree, file))) writeFileSync(join(folder, file), readFileSync(join(tree, file)));
  }
};

const passOnControllers = (folder: string) => {
  const wanted = ['cpu', 'cpuset', 'io', 'memory', 'pids'];
  const there = readFileSync(join(folder, 'cgroup.controllers'), 'utf8').trim().split(' ');
  for (const name of wanted.filter((each) => there.includes(each)))
    writeFileSync(join(folder, 'cgroup.subtree_control'), `+${name}`);
};

export const makeCgroup = (name: string): void => {
  if (isOneTree()) passOnControllers(mounted);
  for (const tree of trees()) {
    const folder = join(tree, name);
    mkdirSync(folder);
    if (isOneTree()) passOnControllers(folder);
    else inheritCpus(tree, folder);
  }
};

const removeTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeTree(join(folder, entry.name));
  }
  rmdirSync(folder);
};

export const removeCgroup = (name: string): void => {
  for (const tree of trees()) {
    const folder = join(tree, name);
    if (existsSync(folder)) removeTree(folder);
  }
};
