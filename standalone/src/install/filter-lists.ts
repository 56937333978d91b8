import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usualFilterLists } from '@tintype/browser-node';
import { aptCommand, hasApt, installByApt, mayInstallByApt } from './apt.js';
import type { Installer } from './installer.js';
import { debianListPackages } from './packages.js';

/** Installs the lists, unless an earlier start failed to. Without a network, apt takes minutes to give up. */
const installUnlessFailed = async (installer: Installer): Promise<void> => {
  const failureFile = join(installer.toolsFolder, 'filter-lists-failed');
  if (existsSync(failureFile) || !(await mayInstallByApt(installer))) return;
  if (await installByApt(installer, debianListPackages)) return;
  const note = 'apt could not install the filter lists. Delete this file for another try.\n';
  const writing = mkdir(installer.toolsFolder, { recursive: true }).then(() => writeFile(failureFile, note));
  // Without the file, the next start tries again.
  await writing.catch(() => undefined);
};

const instruction = (installer: Installer): string =>
  hasApt(installer) ? `As root: ${aptCommand(debianListPackages)}` : 'Set TINTYPE_FILTER_LISTS to a folder with lists';

/**
 * Installs Debian's filter lists for `blockAds` if that needs no password. Returns what a person can do if there are no
 * lists, else undefined.
 */
export const ensureFilterLists = async (installer: Installer): Promise<string | undefined> => {
  if (installer.environment.TINTYPE_FILTER_LISTS || existsSync(usualFilterLists)) return undefined;
  await installUnlessFailed(installer);
  return existsSync(usualFilterLists) ? undefined : `none, so blockAds blocks nothing. ${instruction(installer)}`;
};
