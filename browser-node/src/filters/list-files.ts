import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
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

const filesIn = async (path: string): Promise<string[]> => {
  const found = await stat(path);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  const inner = await Promise.all(
    names.map(async (name) => {
      const child = join(path, name);
      return (await stat(child)).isDirectory() ? filesIn(child) : [child];
    }),
  );
  return inner.flat().filter((file) => isList(basename(file)));
};

/** The lists below files and folders, in a stable order. Throws if one of the paths cannot be read. */
export const findLists = async (paths: readonly string[]): Promise<ListFile[]> => {
  const files = (await Promise.all(paths.map(filesIn))).flat();
  return Promise.all(
    files.map(async (path) => {
      const { mtimeMs, size } = await stat(path);
      return { path, changedAt: mtimeMs, bytes: size };
    }),
  );
};

export const readLists = async (files: readonly ListFile[]): Promise<Lists> => {
  const texts = await Promise.all(files.map(({ path }) => readFile(path, 'utf8')));
  const text = texts.join('\n');
  return { text, hash: createHash('sha256').update(text).digest('hex') };
};
