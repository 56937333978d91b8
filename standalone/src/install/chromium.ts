import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { ConfigError } from '@tintype/runtime';
import { aptCommand, hasApt, installByApt } from './apt.js';
import { type Installer, isExecutable, onPath } from './installer.js';
import { browserNames, debianBrowserPackages, debianSessionPackages, usualBrowsers } from './packages.js';

/** The browser for renders, as a setting of the browser-node. */
export type Browser = { TINTYPE_HEADLESS_SHELL: string } | { TINTYPE_CHROMIUM: string };

const isScript = (path: string): boolean => {
  const file = openSync(path, 'r');
  const start = Buffer.alloc(2);
  readSync(file, start);
  closeSync(file);
  return start.toString() === '#!';
};

/**
 * The program that a wrapper script starts by its full path; undefined if the script hides it. The path of a program
 * itself is returned unchanged.
 */
const behindScript = (path: string): string | undefined => {
  if (!isScript(path)) return path;
  const started = [...readFileSync(path, 'utf8').matchAll(/(?:^|\s)"?(\/[^\s"$]+)"?\s+"\$@"/g)].map(([, file]) => file);
  return started.find((file): file is string => file !== undefined && isExecutable(file) && !isScript(file));
};

/** A browser of this kind on this machine: at one of its usual paths, else on PATH. */
const findInstalled = ({ environment }: Installer, kind: keyof typeof usualBrowsers): string | undefined => {
  const usual = usualBrowsers[kind].find(isExecutable);
  if (usual) return usual;
  return browserNames[kind]
    .map((name) => onPath(environment, [name]))
    .map((path) => path && behindScript(path))
    .find((path) => path !== undefined);
};

const findRenderBrowser = (installer: Installer): Browser | undefined => {
  const { headlessShell: shell, chromium: full } = installer;
  if (shell) return { TINTYPE_HEADLESS_SHELL: behindScript(shell) ?? shell };
  if (full) return { TINTYPE_CHROMIUM: behindScript(full) ?? full };
  const foundShell = findInstalled(installer, 'headlessShell');
  if (foundShell) return { TINTYPE_HEADLESS_SHELL: foundShell };
  const foundFull = findInstalled(installer, 'chromium');
  return foundFull ? { TINTYPE_CHROMIUM: foundFull } : undefined;
};

/** Sessions need a full browser: the headless shell behaves differently, and ignores managed policies. */
const findFullChromium = (installer: Installer): string | undefined => {
  const { chromium: configured } = installer;
  return configured ? (behindScript(configured) ?? configured) : findInstalled(installer, 'chromium');
};

const instruction = (installer: Installer): string => {
  if (process.platform === 'darwin') return 'Install Google Chrome, or Chromium: brew install --cask chromium';
  if (hasApt(installer)) {
    return (
      `On Debian, as root:\n    ${aptCommand(debianBrowserPackages)}\n` +
      '  If apt has no such package (Ubuntu), install Google Chrome from its vendor.'
    );
  }
  return "Install your system's package of Chromium (Fedora: dnf install chromium-headless; Arch: pacman -S chromium).";
};

/**
 * The browser that a variable names, else one on this machine, else Debian's, installed now. Throws a ConfigError if
 * there is none.
 */
export const ensureBrowser = async (installer: Installer): Promise<Browser> => {
  const found = findRenderBrowser(installer);
  if (found) return found;
  if (await installByApt(installer, debianBrowserPackages)) {
    const installed = findRenderBrowser(installer);
    if (installed) return installed;
  }
  throw new ConfigError(
    `There is no Chromium on this machine.\n  ${instruction(installer)}\n` +
      '  If it is in an unusual place, set TINTYPE_HEADLESS_SHELL or TINTYPE_CHROMIUM to its path.',
  );
};

/** The path of a full Chromium, installed if there is none. Undefined if that fails: renders work without one. */
export const ensureSessionBrowser = async (installer: Installer): Promise<string | undefined> => {
  const found = findFullChromium(installer);
  if (found) return found;
  return (await installByApt(installer, debianSessionPackages)) ? findFullChromium(installer) : undefined;
};
