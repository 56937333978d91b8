import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError } from '@tintype/runtime';
import type { LaunchOptions } from './launch.js';

/** Debian's binaries. Its wrapper scripts on PATH do not `exec`: killing one would orphan the browser. */
const defaultPaths = { shell: '/usr/lib/chromium/chromium-headless-shell', full: '/usr/lib/chromium/chromium' };

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

interface Candidate {
  binary: string | undefined;
  full: boolean;
  /** A setting names it, so a missing file is an error. */
  isConfigured: boolean;
}

const findFirst = (candidates: readonly Candidate[], advice: string): Pick<LaunchOptions, 'binary' | 'full'> => {
  for (const { binary, full, isConfigured } of candidates) {
    if (!binary) continue;
    if (isFile(binary)) return { binary, full };
    if (isConfigured) throw new ConfigError(`There is no browser at ${binary}.`);
  }
  throw new ConfigError(advice);
};

/** A headless shell, else a full Chromium. */
export const findRenderBrowser = ({
  headlessShell,
  chromium,
}: {
  headlessShell: string | undefined;
  chromium: string | undefined;
}): Pick<LaunchOptions, 'binary' | 'full'> =>
  findFirst(
    [
      { binary: headlessShell, full: false, isConfigured: true },
      { binary: chromium, full: true, isConfigured: true },
      { binary: defaultPaths.shell, full: false, isConfigured: false },
      { binary: defaultPaths.full, full: true, isConfigured: false },
    ],
    'No browser found: set TINTYPE_HEADLESS_SHELL to a chromium-headless-shell.',
  );

/** Only a headless shell on Linux lets us begin the frames of its pages. */
export const canControlFrames = ({ full }: Pick<LaunchOptions, 'full'>): boolean =>
  !full && process.platform === 'linux';

/** A full Chromium: pages see a headless shell as a different browser, and it ignores managed policies. */
export const findSessionBrowser = ({ chromium }: { chromium: string | undefined }): string =>
  findFirst(
    [
      { binary: chromium, full: true, isConfigured: true },
      { binary: defaultPaths.full, full: true, isConfigured: false },
    ],
    'No browser for sessions found: set TINTYPE_CHROMIUM to a full Chromium.',
  ).binary;

const versionMs = 10_000;

/** `156.0.8078.79`, read in 70 ms without a start. Throws if the binary prints none. */
export const readBrowserVersion = async (binary: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(binary, ['--version'], { env: {}, timeout: versionMs });
  const [version] = /\d+(\.\d+){3}/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${binary} prints no version.`);
  return version;
};
