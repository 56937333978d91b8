import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { ConfigError } from '@tintype/runtime';
import { aptCommand, hasApt, installByApt } from './apt.js';
import { type Installer, isExecutable, onPath } from './installer.js';
import { browserNames, debianBrowserPackages, debianSessionPackages, usualBrowsers } from './packages.js';

/** The browser for renders, in the terms of the render node's settings. */
export type Browser = { TINTYPE_HEADLESS_SHELL: string } | { TINTYPE_CHROMIUM: string };

const isScript = (path: string): boolean => {
  const file = openSync(path, 'r');
  const start = Buffer.alloc(2);
  readSync(file, start);
  closeSync(file);
  return start.toString() === '#!';
};

/** The program that a wrapper script starts by its full path; scripts that hide it are of no use to us. */
const behindScript = (path: string): string | undefined => {
  if (!isScript(path)) return path;
  const started = [...readFileSync(path, 'utf8').matchAll(/(?:^|\s)"?(\/[^\s"$]+)"?\s+"\$@"/g)].map(([, file]) => file);
  return started.find((file): file is string => file !== undefined && isExecutable(file) && !isScript(file));
};

const search = ({ environment }: Installer, kind: keyof typeof usualBrowsers): string | undefined => {
  const usual = usualBrowsers[kind].find(isExecutable);
  if (usual) return usual;
  return browserNames[kind]
    .map((name) => onPath(environment, [name]))
    .map((path) => path && behindScript(path))
    .find((path) => path !== undefined);
};

const find = (installer: Installer): Browser | undefined => {
  const { headlessShell: shell, chromium: full } = installer;
  if (shell) return { TINTYPE_HEADLESS_SHELL: behindScript(shell) ?? shell };
  if (full) return { TINTYPE_CHROMIUM: behindScript(full) ?? full };
  const foundShell = search(installer, 'headlessShell');
  if (foundShell) return { TINTYPE_HEADLESS_SHELL: foundShell };
  const foundFull = search(installer, 'chromium');
  return foundFull ? { TINTYPE_CHROMIUM: foundFull } : undefined;
};

/** The browser of sessions: the headless shell is another browser to pages, and takes no managed policy. */
const findFull = (installer: Installer): string | undefined => {
  const { chromium: named } = installer;
  return named ? (behindScript(named) ?? named) : search(installer, 'chromium');
};

const instruction = (installer: Installer): string => {
  if (process.platform === 'darwin') return 'Install Google Chrome, or Chromium: brew install --cask chromium';
  if (hasApt(installer)) {
    return (
      `On Debian, as root:\n    ${aptCommand(debianBrowserPackages)}\n` +
      '  Where apt has no such package (Ubuntu), install Google Chrome from its vendor.'
    );
  }
  return "Install your system's package of Chromium (Fedora: dnf install chromium-headless; Arch: pacman -S chromium).";
};

/**
 * A browser for renders: the one that a variable names, or one on this machine, or on Debian one installed now. Throws a
 * ConfigError that says what to do when there is none.
 */
export const ensureBrowser = async (installer: Installer): Promise<Browser> => {
  const found = find(installer);
  if (found) return found;
  if (await installByApt(installer, debianBrowserPackages)) {
    const installed = find(installer);
    if (installed) return installed;
  }
  throw new ConfigError(
    `There is no Chromium on this machine.\n  ${instruction(installer)}\n` +
      '  One in an unusual place: set TINTYPE_HEADLESS_SHELL or TINTYPE_CHROMIUM to its path.',
  );
};

/**
 * A full Chromium for sessions: the one that TINTYPE_CHROMIUM names, or one on this machine, or on Debian one installed now.
 * Undefined when there is none: renders work without.
 */
export const ensureSessionBrowser = async (installer: Installer): Promise<string | undefined> => {
  const found = findFull(installer);
  if (found) return found;
  return (await installByApt(installer, debianSessionPackages)) ? findFull(installer) : undefined;
};
