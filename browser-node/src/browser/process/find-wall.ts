import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError, type Logger } from '@tintype/runtime';
import type { Config } from '../../config.js';
import { trialCommand, type Wall } from './wall.js';

/** Where systems install bubblewrap. */
const usualPrograms = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'];

/** Undefined without bubblewrap. */
export const findBubblewrap = (): string | undefined =>
  usualPrograms.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

const trialMs = 10_000;

interface Walled {
  binary: string;
  uid: number | undefined;
}

/** Undefined if it stands, else what bubblewrap prints. */
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

const refusal = (fault: string) =>
  `This system cannot keep browsers apart from its files (${fault}). Unprivileged users must be able to create user ` +
  'namespaces: set the sysctl user.max_user_namespaces above 0, and on Ubuntu ' +
  'kernel.apparmor_restrict_unprivileged_userns to 0. For containers, see docs/images.md. TINTYPE_BROWSER_WALL=off ' +
  'starts without this protection.';

/** The strongest wall that this system allows. Throws a ConfigError that says why there is none. */
export const tryWall = async (walled: Walled): Promise<Wall> => {
  const program = findBubblewrap();
  if (program === undefined) throw new ConfigError(missing);
  const own: Wall = { program, proc: 'own' };
  const fault = await faultOf(own, walled);
  if (fault === undefined) return own;
  const shared: Wall = { program, proc: 'shared' };
  if ((await faultOf(shared, walled)) === undefined) return shared;
  throw new ConfigError(refusal(fault));
};

/** The wall of this node's browsers; undefined: none. */
export const findWall = async (
  { browserWall, browserUid: uid }: Pick<Config, 'browserWall' | 'browserUid'>,
  { binary, log }: { binary: string; log: Pick<Logger, 'warn'> },
): Promise<Wall | undefined> => {
  if (browserWall === 'off') return undefined;
  if (browserWall === 'auto')
    return tryWall({ binary, uid }).catch((err: unknown) => {
      log.warn({ err }, 'browsers have no wall');
      return undefined;
    });
  const program = findBubblewrap();
  if (program === undefined) throw new ConfigError(missing);
  return { program, proc: browserWall === 'on' ? 'own' : 'shared' };
};
