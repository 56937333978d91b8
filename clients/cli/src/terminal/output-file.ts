import { accessSync, constants, type Stats, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../failures.js';

/** Undefined: nothing is there, or the path is one that nothing can have, such as a long URL. */
export const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it names a folder that does not exist',
  EACCES: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** A part of a sentence. */
export const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => reasons[code] ?? (code || message);

const refuse = (path: string, reason: string): never => {
  throw new CommandError(`The file ${path} cannot be written: ${reason}.`, 'usage');
};

/** Refuses a path of `-o` that cannot be written, before a request costs credits. */
export const checkOutput = (path: string | undefined): void => {
  if (path === undefined || path === '-') return;
  if (/^https?:\/\//i.test(path)) throw new CommandError(`\`-o\` takes a file; ${path} is a URL.`, 'usage');
  let exists = false;
  try {
    exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
    accessSync(exists ? path : dirname(path), constants.W_OK);
  } catch (error) {
    refuse(path, reasonOf(error as NodeJS.ErrnoException));
  }
  if (exists) return;
  if (path.endsWith('/')) refuse(path, 'it names a folder that does not exist');
  if (!isFolder(dirname(path))) refuse(path, 'its folder is a file');
};

/** Throws a `CommandError` that says why the file cannot be written. */
export const save = (path: string, data: string | Uint8Array): void => {
  try {
    writeFileSync(path, data);
  } catch (error) {
    refuse(path, reasonOf(error as NodeJS.ErrnoException));
  }
};
