import { statSync, writeFileSync } from 'node:fs';
import { CommandError } from './failures.js';

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Throws a `CommandError` that says why the file cannot be written. */
export const save = (path: string, data: string | Uint8Array): void => {
  try {
    writeFileSync(path, data);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'its folder does not exist' : String(error);
    throw new CommandError(`The file ${path} cannot be written: ${reason}.`, 'usage');
  }
};
