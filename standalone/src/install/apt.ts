import { type Installer, onPath, output, runOnTerminal } from './installer.js';

/** Seconds to wait for another apt process; a new machine starts one by itself. */
const lockSeconds = 180;

/** The words before `apt-get`; undefined if we may not install packages. */
const privilege = async (installer: Installer): Promise<string[] | undefined> => {
  if (process.getuid?.() === 0) return [];
  return (await output(installer, 'sudo', ['-n', 'true'])) === undefined ? undefined : ['sudo', '-n'];
};

/** True as root, or with sudo without a password. */
export const mayInstallByApt = async (installer: Installer): Promise<boolean> =>
  hasApt(installer) && (await privilege(installer)) !== undefined;

export const hasApt = ({ environment }: Installer): boolean => onPath(environment, ['apt-get']) !== undefined;

export const aptCommand = (packages: readonly string[]): string =>
  `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

export const installByApt = async (installer: Installer, packages: readonly string[]): Promise<boolean> => {
  const sudo = hasApt(installer) ? await privilege(installer) : undefined;
  if (!sudo) return false;
  installer.report(`installing by apt: ${packages.join(' ')}`);
  const apt = (...args: string[]) => {
    const words = [
      ...sudo,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-o',
      `DPkg::Lock::Timeout=${lockSeconds}`,
    ];
    return runOnTerminal(installer, words[0] ?? '', [...words.slice(1), ...args]);
  };
  // An unreachable source fails the update, although another source may have the packages.
  await apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
};
