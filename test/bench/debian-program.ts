import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];

const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

const install = (packageName: string) => {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  const take = () => apt('install', '-y', '--no-install-recommends', packageName).status === 0;
  return take() || (apt('update').status === 0 && take());
};

/** A program's path; on Debian, as root, it is installed when it is not there. Undefined when there is none. */
export const debianProgram = (name: string, packageName: string): string | undefined => {
  const found = find(name);
  if (found || process.getuid?.() !== 0) return found;
  install(packageName);
  return find(name);
};
