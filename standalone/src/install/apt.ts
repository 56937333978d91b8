import { type Installer, onPath, output, runShown } from './installer.js';

/** Seconds to wait for another apt, such as the one that new machines run by themselves. */
const lockSeconds = 180;

/** The words before `apt-get`, when we may install packages; undefined when we may not. */
const privilege = async (installer: Installer): Promise<string[] | undefined> => {
  if (process.getuid?.() === 0) return [];
  return (await output(installer, 'sudo', ['-n', 'true'])) === undefined ? undefined : ['sudo', '-n'];
};

/** Whether packages can be installed without asking for a password. */
export const mayInstallByApt = async (installer: Installer): Promise<boolean> =>
  hasApt(installer) && (await privilege(installer)) !== undefined;

export const hasApt = ({ environment }: Installer): boolean => onPath(environment, ['apt-get']) !== undefined;

export const aptCommand = (packages: readonly string[]): string =>
  `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** Installs packages where that is possible without asking; false where it is not, or when it fails. */
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
    return runShown(installer, words[0] ?? '', [...words.slice(1), ...args]);
  };
  // A source that cannot be reached makes the update fail, while the packages may come from another one.
  await apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
};
