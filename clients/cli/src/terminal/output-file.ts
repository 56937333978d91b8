import { statSync, writeFileSync } from 'node:fs';
import { CommandError } from '../failures.js';

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it names a folder that does not exist',
  EACCES: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** A part of a sentence. */
export const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => reasons[code] ?? (code || message);

/** Throws a `CommandError` that says why the file cannot be written. */
export const save = (path: string, data: string | Uint8Array): void => {
  try {
    writeFileSync(path, data);
  } catch (error) {
    throw new CommandError(`The file ${path} cannot be written: ${reasonOf(error as NodeJS.ErrnoException)}.`, 'usage');
  }
};
