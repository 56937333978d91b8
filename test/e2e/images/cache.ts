import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what images are made of is kept from run to run, for every checkout. */
export const imageCache = (): string => {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tintype', 'images');
  mkdirSync(folder, { recursive: true });
  return folder;
};
