import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, toolsFolder } from '@tintype/standalone';

const { environment } = readBinaries();
const bin = join(toolsFolder, 'bin');

const isThere = (name: string) => onPath({ PATH: `${environment.PATH ?? ''}:${bin}` }, [name]) !== undefined;

/** Makes a program in a folder, and answers where in it; undefined where it cannot. */
export type MakeProgram = (folder: string) => Promise<string | undefined>;

/** Sees to it that PATH or our own folder has a program. False where it cannot be had. */
export const ensureProgram = async (name: string, make: MakeProgram): Promise<boolean> => {
  if (isThere(name)) return true;
  await mkdir(bin, { recursive: true });
  const folder = await mkdtemp(join(toolsFolder, `${name}-`));
  try {
    const made = await make(folder);
    if (made === undefined) return false;
    // Whole or not at all: two `make test` may do this at the same time.
    await rename(join(folder, made), join(bin, name));
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
