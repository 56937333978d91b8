import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const ancestors = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...ancestors(dirname(folder))];

/** What PATH has, or what `make` put under the repository; undefined where neither has it. */
export const lookForProgram = (name: string): string | undefined => {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const installed = ancestors(import.meta.dirname).map((folder) => join(folder, '.tools/bin', name));
  return [...onPath, ...installed].find(isExecutable);
};

/** The same for one that has to be there. */
export const findProgram = (name: string): string => {
  const found = lookForProgram(name);
  if (!found) throw new Error(`There is no ${name}: let make test install it, or put one on PATH.`);
  return found;
};
