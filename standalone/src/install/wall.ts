import { findBubblewrap, readNodeConfig, tryWall } from '@tintype/browser-node';
import { childEnvironment } from '../part-environments.js';
import { installByApt } from './apt.js';
import type { Browser } from './chromium.js';
import type { Installer } from './installer.js';
import { debianWallPackages } from './packages.js';

/** The value of TINTYPE_BROWSER_WALL for the parts. They rely on it and do not try the wall again. */
export type BrowserWall = 'on' | 'shared-proc' | 'off';

/** The path of bubblewrap. Installs it if it is missing and this user may install packages. */
export const ensureBubblewrap = async (installer: Installer): Promise<string | undefined> => {
  const found = findBubblewrap();
  if (found !== undefined || process.platform !== 'linux') return found;
  return (await installByApt(installer, debianWallPackages)) ? findBubblewrap() : undefined;
};

/** The wall of all browsers of this machine. Throws a ConfigError if none works and the settings demand one. */
export const ensureWall = async (installer: Installer, browser: Browser): Promise<BrowserWall> => {
  const { browserWall, browserUid: uid } = readNodeConfig(childEnvironment('browser-node', installer.environment, {}));
  if (browserWall === 'off' || browserWall === 'shared-proc') return browserWall;
  await ensureBubblewrap(installer);
  const [binary = ''] = Object.values(browser);
  try {
    const { proc } = await tryWall({ binary, uid });
    return proc === 'own' ? 'on' : 'shared-proc';
  } catch (error) {
    if (browserWall === 'auto') return 'off';
    throw error;
  }
};

/** Says on the terminal how the browsers are walled in. */
export const wallText: Readonly<Record<BrowserWall, string>> = {
  on: 'own files, processes and network',
  'shared-proc':
    'own files and network. They see the command lines of other processes, as this container hides parts of /proc',
  off: 'none. Browsers read what their user may read',
};
