import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigError } from '@tintype/runtime';
import type { SessionConfig } from '../../config.js';
import type { LaunchOptions } from './launch.js';

export type Found = Pick<LaunchOptions, 'binary' | 'full'>;

/** Debian's binaries. Its wrapper scripts on PATH do not `exec`: killing one would orphan the browser. */
const defaultPaths = { shell: '/usr/lib/chromium/chromium-headless-shell', full: '/usr/lib/chromium/chromium' };

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

interface Candidate {
  binary: string | undefined;
  full: boolean;
  /** A setting names it, so a missing file is an error. */
  isConfigured: boolean;
}

const findFirst = (candidates: readonly Candidate[], advice: string): Found => {
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
}): Found =>
  findFirst(
    [
      { binary: headlessShell, full: false, isConfigured: true },
      { binary: chromium, full: true, isConfigured: true },
      { binary: defaultPaths.shell, full: false, isConfigured: false },
      { binary: defaultPaths.full, full: true, isConfigured: false },
    ],
    'No browser found: set TINTYPE_HEADLESS_SHELL to a chromium-headless-shell.',
  );

/** For renders that hide automation. Undefined if this machine has none. Throws for a path that a setting names wrongly. */
export const findFullBrowser = ({ chromium }: { chromium: string | undefined }): Found | undefined => {
  const binary = chromium ?? (isFile(defaultPaths.full) ? defaultPaths.full : undefined);
  return binary === undefined ? undefined : findFirst([{ binary, full: true, isConfigured: true }], '');
};

/**
 * Only a headless shell on Linux lets us begin the frames of its pages. */
export const canControlFrames = ({ full }: Pick<LaunchOptions, 'full'>): boolean =>
  !full && process.platform === 'linux';

/** A full Chromium, for sessions that hide their automation, and a headless shell for the others. The shell ignores managed
 * policies, so it needs a wall. Undefined: the full one serves all.
 */
export const findSessionBrowsers = ({
  chromium,
  headlessShell,
  sessionBrowser,
}: Pick<SessionConfig, 'chromium' | 'headlessShell' | 'sessionBrowser'>): { full: Found; shell: Found | undefined } => {
  const full = findFirst(
    [
      { binary: chromium, full: true, isConfigured: true },
      { binary: defaultPaths.full, full: true, isConfigured: false },
    ],
    'No browser for sessions found: set TINTYPE_CHROMIUM to a full Chromium.',
  );
  if (sessionBrowser === 'full') return { full, shell: undefined };
  const binary = headlessShell ?? (isFile(defaultPaths.shell) ? defaultPaths.shell : undefined);
  if (binary === undefined) return { full, shell: undefined };
  return { full, shell: findFirst([{ binary, full: false, isConfigured: true }], '') };
};

const versionMs = 10_000;

/** `156.0.8078.79`, read in 70 ms without a start. Throws if the binary prints none. */
export const readBrowserVersion = async (binary: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(binary, ['--version'], { env: {}, timeout: versionMs });
  const [version] = /\d+(\.\d+){3}/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${binary} prints no version.`);
  return version;
};
