import { type Installer, onPath, output, runOnTerminal } from './installer.js';

/** How long to wait for another apt process. A new machine starts one by itself. */
const lockSeconds = 180;

/** The words before a command that needs root. Undefined if this user is not root and sudo needs a password. */
const rootPrefix = async (installer: Installer): Promise<string[] | undefined> => {
  if (process.getuid?.() === 0) return [];
  return (await output(installer, 'sudo', ['-n', 'true'])) === undefined ? undefined : ['sudo', '-n'];
};

/** True as root, or with sudo without a password. */
export const mayInstallByApt = async (installer: Installer): Promise<boolean> =>
  hasApt(installer) && (await rootPrefix(installer)) !== undefined;

export const hasApt = ({ environment }: Installer): boolean => onPath(environment, ['apt-get']) !== undefined;

/** The command that a person runs as root to install the packages. */
export const aptCommand = (packages: readonly string[]): string =>
  `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** Installs packages and returns whether that succeeded. False also without apt, and if sudo needs a password. */
export const installByApt = async (installer: Installer, packages: readonly string[]): Promise<boolean> => {
  const prefix = hasApt(installer) ? await rootPrefix(installer) : undefined;
  if (!prefix) return false;
  installer.report(`installing by apt: ${packages.join(' ')}`);
  const apt = (...args: string[]) => {
    const words = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-o',
      `DPkg::Lock::Timeout=${lockSeconds}`,
    ];
    return runOnTerminal(installer, words[0] ?? '', [...words.slice(1), ...args]);
  };
  // Ignore a failed update: one unreachable source fails it, although another source may have the packages.
  await apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
};
