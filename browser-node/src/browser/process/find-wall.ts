import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError, type Logger } from '@tintype/runtime';
import type { Config } from '../../config.js';
import { folderShownFor, trialCommand, type Wall } from './wall.js';

/** Where systems install bubblewrap. */
const usualPrograms = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'];

/** The path of bubblewrap. Undefined if it is not installed. */
export const findBubblewrap = (): string | undefined =>
  usualPrograms.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

const trialMs = 10_000;

interface Walled {
  binary: string;
  uid: number | undefined;
}

/** The error that bubblewrap prints. Undefined if the wall stands. */
const faultOf = async (wall: Wall, { binary, uid }: Walled): Promise<string | undefined> => {
  const user = uid === undefined ? {} : { uid, gid: uid };
  try {
    await promisify(execFile)(...trialCommand(wall, binary), { ...user, env: {}, timeout: trialMs });
    return undefined;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return stderr.trim() || message;
  }
};

const missing =
  'There is no bubblewrap, which keeps browsers away from the files and networks of this machine. Install your ' +
  "system's package (Debian, Ubuntu: apt-get install bubblewrap). TINTYPE_BROWSER_WALL=off starts without this protection.";

const noNamespaces = (fault: string) =>
  `This system cannot keep browsers apart from its files (${fault}). Allow unprivileged users to create user ` +
  'namespaces: set the sysctl user.max_user_namespaces above 0. On Ubuntu, also set ' +
  'kernel.apparmor_restrict_unprivileged_userns to 0. For containers, see docs/images.md. TINTYPE_BROWSER_WALL=off ' +
  'starts without this protection.';

/** bubblewrap's error for a path that the browser's user cannot reach: bubblewrap has the rights of this user. */
const unreachable = /Can't find source path (?<path>.+): (?<why>[^:\n]+)$/m;

export const wallRefusal = (fault: string, uid: number | undefined): string => {
  const { path, why } = unreachable.exec(fault)?.groups ?? {};
  if (path === undefined) return noNamespaces(fault);
  const user = uid === undefined ? 'The user of the browsers' : `The user of the browsers (${uid})`;
  return (
    `${user} cannot reach ${path}, which the wall shows to browsers (${why}). Let all users pass through each folder ` +
    'above it (chmod o+x). Or move it to a folder that they can reach, such as /opt.'
  );
};

const isIn = (folder: string, path: string): boolean => {
  const way = relative(folder, existsSync(path) ? realpathSync(path) : path);
  return way !== '..' && !way.startsWith('../');
};

/** Undefined for a user without HOME and without an entry in /etc/passwd, as in some containers. */
const homeFolder = (): string | undefined => {
  try {
    return homedir();
  } catch {
    return undefined;
  }
};

const sharedFolders = () => ({
  'the home folder': homeFolder(),
  'the working directory': process.cwd(),
  'the folder of temporary files': tmpdir(),
});

/** Throws a ConfigError if the wall would show a folder of ours, or a shared one of the machine. */
export const refuseExposure = (binary: string, ownFolders: Readonly<Record<string, string>> = {}): void => {
  const shown = folderShownFor(binary);
  if (shown === undefined) return;
  for (const [name, path] of Object.entries({ ...sharedFolders(), ...ownFolders }))
    if (path !== undefined && isIn(shown, path))
      throw new ConfigError(
        `Browsers see the folder of their binary ${binary}, and ${shown} contains ${name} (${path}). Move the browser ` +
          'with its files to a folder of its own, such as /opt/chrome, and set its new path.',
      );
};

/** The strongest wall that this system allows. Throws a ConfigError that says why there is none. */
export const tryWall = async (walled: Walled): Promise<Wall> => {
  const program = findBubblewrap();
  if (program === undefined) throw new ConfigError(missing);
  const own: Wall = { program, proc: 'own' };
  const fault = await faultOf(own, walled);
  if (fault === undefined) return own;
  const shared: Wall = { program, proc: 'shared' };
  if ((await faultOf(shared, walled)) === undefined) return shared;
  throw new ConfigError(wallRefusal(fault, walled.uid));
};

type WallConfig = Pick<Config, 'browserWall' | 'browserUid'>;

const configuredWall = async (
  { browserWall, browserUid: uid }: WallConfig,
  binary: string,
  log: Pick<Logger, 'warn'>,
): Promise<Wall | undefined> => {
  if (browserWall === 'off') return undefined;
  if (browserWall === 'auto')
    return tryWall({ binary, uid }).catch((err: unknown) => {
      log.warn({ err }, 'cannot start browsers inside a wall: they run without one');
      return undefined;
    });
  const program = findBubblewrap();
  if (program === undefined) throw new ConfigError(missing);
  return { program, proc: browserWall === 'on' ? 'own' : 'shared' };
};

/** The wall of this node's browsers; undefined: none. */
export const findWall = async (
  config: WallConfig,
  { binaries, log }: { binaries: readonly [string, ...string[]]; log: Pick<Logger, 'warn'> },
): Promise<Wall | undefined> => {
  const wall = await configuredWall(config, binaries[0], log);
  if (wall) for (const binary of binaries) refuseExposure(binary);
  return wall;
};
