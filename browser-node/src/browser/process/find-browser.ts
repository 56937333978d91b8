import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError } from '@tintype/runtime';
import type { SessionConfig } from '../../config.js';
import type { LaunchOptions } from './launch.js';

export type FoundBrowser = Pick<LaunchOptions, 'binary' | 'full'>;

/** Debian's binaries. Its wrapper scripts on PATH do not `exec`: killing one would orphan the browser. */
const defaultPaths = { shell: '/usr/lib/chromium/chromium-headless-shell', full: '/usr/lib/chromium/chromium' };

const shellSetting = 'TINTYPE_HEADLESS_SHELL';
const fullSetting = 'TINTYPE_CHROMIUM';

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

interface Candidate {
  binary: string | undefined;
  full: boolean;
  /** The setting that names the binary. With it, a missing file is an error. */
  setting?: string;
}

const findFirst = (candidates: readonly Candidate[], advice: string): FoundBrowser => {
  for (const { binary, full, setting } of candidates) {
    if (!binary) continue;
    if (isFile(binary)) return { binary, full };
    if (setting) throw new ConfigError(`${setting} names ${binary}, which is not a file.`);
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
}): FoundBrowser =>
  findFirst(
    [
      { binary: headlessShell, full: false, setting: shellSetting },
      { binary: chromium, full: true, setting: fullSetting },
      { binary: defaultPaths.shell, full: false },
      { binary: defaultPaths.full, full: true },
    ],
    'No browser found: set TINTYPE_HEADLESS_SHELL to a chromium-headless-shell.',
  );

/**
 * The full browser, for renders that hide automation. Undefined if this machine has none. Throws if a setting names a
 * missing file.
 */
export const findFullBrowser = ({ chromium }: { chromium: string | undefined }): FoundBrowser | undefined => {
  const binary = chromium ?? (isFile(defaultPaths.full) ? defaultPaths.full : undefined);
  return binary === undefined ? undefined : findFirst([{ binary, full: true, setting: fullSetting }], '');
};

/** Only a headless shell on Linux lets us begin the frames of its pages. */
export const canControlFrames = ({ full }: Pick<LaunchOptions, 'full'>): boolean =>
  !full && process.platform === 'linux';

/**
 * A full Chromium, for sessions that hide their automation, and a headless shell for the others. The shell ignores managed
 * policies, so it needs a wall. `shell` is undefined if the full Chromium serves all sessions.
 */
export const findSessionBrowsers = ({
  chromium,
  headlessShell,
  sessionBrowser,
}: Pick<SessionConfig, 'chromium' | 'headlessShell' | 'sessionBrowser'>): {
  full: FoundBrowser;
  shell: FoundBrowser | undefined;
} => {
  const full = findFirst(
    [
      { binary: chromium, full: true, setting: fullSetting },
      { binary: defaultPaths.full, full: true },
    ],
    'No browser for sessions found: set TINTYPE_CHROMIUM to a full Chromium.',
  );
  if (sessionBrowser === 'full') return { full, shell: undefined };
  const binary = headlessShell ?? (isFile(defaultPaths.shell) ? defaultPaths.shell : undefined);
  if (binary === undefined) return { full, shell: undefined };
  return { full, shell: findFirst([{ binary, full: false, setting: shellSetting }], '') };
};

const versionMs = 10_000;

/** The version of a binary, such as `156.0.8078.79`. Takes 70 ms. Throws if the binary prints none. */
export const readBrowserVersion = async (binary: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(binary, ['--version'], { env: {}, timeout: versionMs });
  const [version] = /\d+(\.\d+){3}/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${binary} prints no version.`);
  return version;
};
