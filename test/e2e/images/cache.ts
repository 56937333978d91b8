import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../kit/test-programs.js';

/** Where what images are made of is kept from run to run, for every checkout. */
export const imageCache = (): string => {
  const folder = join(cacheFolder(), 'images');
  mkdirSync(folder, { recursive: true });
  return folder;
};
