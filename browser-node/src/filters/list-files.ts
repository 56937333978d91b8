import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where Debian's `webext-ublock-origin-chromium` puts EasyList, EasyPrivacy and uBlock's own lists. */
export const usualLists = '/usr/share/chromium/extensions/ublock-origin/assets';

/** This file names lists that uBlock refuses to load. It has no rules. */
const noList = 'badlists.txt';

export interface ListFile {
  path: string;
  /** Milliseconds since 1970. */
  changedAt: number;
  bytes: number;
}

export interface Lists {
  text: string;
  /** The same rules have the same hash. */
  hash: string;
}

/**
 * Whether a name is that of a list. The names in a ConfigMap's folder are links into a hidden folder, which holds the
 * same files again.
 */
const isList = (name: string): boolean => name.endsWith('.txt') && !name.startsWith('.') && name !== noList;

/** Lists that can be read, and paths that cannot. */
export interface FoundLists {
  files: ListFile[];
  unread: { path: string; error: Error }[];
}

const sum = (parts: readonly FoundLists[]): FoundLists => ({
  files: parts.flatMap(({ files }) => files),
  unread: parts.flatMap(({ unread }) => unread),
});

const findAt = async (path: string): Promise<FoundLists> => {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) {
      await access(path, constants.R_OK);
      return { files: [{ path, changedAt: found.mtimeMs, bytes: found.size }], unread: [] };
    }
    const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
    const { files, unread } = sum(await Promise.all(names.map((name) => findAt(join(path, name)))));
    return { files: files.filter((file) => isList(basename(file.path))), unread };
  } catch (error) {
    return { files: [], unread: [{ path, error: error as Error }] };
  }
};

/** The lists below files and folders, in a stable order. */
export const findLists = async (paths: readonly string[]): Promise<FoundLists> =>
  sum(await Promise.all(paths.map(findAt)));

export const readLists = async (files: readonly ListFile[]): Promise<Lists> => {
  const texts = await Promise.all(files.map(({ path }) => readFile(path, 'utf8')));
  const text = texts.join('\n');
  return { text, hash: createHash('sha256').update(text).digest('hex') };
};
