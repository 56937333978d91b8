import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptCommand, hasApt, installByApt, mayInstallByApt } from './apt.js';
import { type Installer, output } from './installer.js';
import { debianFontPackages } from './packages.js';

/** Scripts that the fonts of a new server lack, with their language tags in fontconfig. */
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  Chinese: ['zh-cn', 'zh-tw'],
  Japanese: ['ja'],
  Korean: ['ko'],
  Arabic: ['ar', 'fa', 'ur'],
  Hebrew: ['he'],
  Devanagari: ['hi', 'mr', 'ne'],
  Bengali: ['bn'],
  Gujarati: ['gu'],
  Gurmukhi: ['pa'],
  Kannada: ['kn'],
  Malayalam: ['ml'],
  Odia: ['or'],
  Sinhala: ['si'],
  Tamil: ['ta'],
  Telugu: ['te'],
  Thai: ['th'],
  Lao: ['lo'],
  Khmer: ['km'],
  Burmese: ['my'],
  Ethiopic: ['am'],
  Georgian: ['ka'],
  Armenian: ['hy'],
};

const missingScripts = async (installer: Installer): Promise<string[]> => {
  const fonts = await output(installer, 'fc-list', ['--format', '%{lang}\n']);
  if (fonts === undefined) return [];
  const supported = new Set(fonts.split(/[|\n]/));
  const isComplete = (languages: readonly string[]) => languages.every((language) => supported.has(language));
  return Object.keys(languagesOf).filter((script) => !isComplete(languagesOf[script] ?? []));
};

/**
 * Does not repeat a failed try: without a network, apt takes minutes to give up. Returns the scripts that still lack
 * fonts; undefined if nothing was installed.
 */
const installOnce = async (installer: Installer): Promise<string[] | undefined> => {
  const mark = join(installer.toolsFolder, 'fonts-failed');
  if (existsSync(mark) || !(await mayInstallByApt(installer))) return undefined;
  const missing = (await installByApt(installer, debianFontPackages)) ? await missingScripts(installer) : undefined;
  if (missing?.length === 0) return missing;
  const note = 'apt could not install fonts for every script. Delete this file for another try.\n';
  const written = mkdir(installer.toolsFolder, { recursive: true }).then(() => writeFile(mark, note));
  // Without the mark, the next start tries again.
  await written.catch(() => undefined);
  return missing;
};

const instruction = (installer: Installer): string =>
  hasApt(installer)
    ? `As root: ${aptCommand(debianFontPackages)}`
    : "Install your system's Noto fonts and those for CJK (Arch: pacman -S noto-fonts noto-fonts-cjk)";

/**
 * Installs Debian's fonts for all scripts if that needs no password. Returns an instruction if scripts still lack
 * fonts; undefined if none does, or without fontconfig.
 */
export const ensureFonts = async (installer: Installer): Promise<string | undefined> => {
  if (process.platform !== 'linux') return undefined;
  const missingBefore = await missingScripts(installer);
  const missing = missingBefore.length > 0 ? ((await installOnce(installer)) ?? missingBefore) : missingBefore;
  if (missing.length === 0) return undefined;
  return `No font has ${missing.join(', ')}: pages show boxes instead. ${instruction(installer)}. Then start again.`;
};
