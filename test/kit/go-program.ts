import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, readBinaries, runShown, toolsFolder } from '@tintype/standalone';

const { environment } = readBinaries();
const bin = join(toolsFolder, 'bin');

const isThere = (name: string) => onPath({ PATH: `${environment.PATH ?? ''}:${bin}` }, [name]) !== undefined;

/** Sees to it that PATH or our own folder has a program, which Go builds from its module. False where it cannot be had. */
export const ensureGoProgram = async (name: string, source: string): Promise<boolean> => {
  if (isThere(name)) return true;
  if (!onPath(environment, ['go'])) return false;
  console.log(`building ${name}: go install ${source}`);
  await mkdir(bin, { recursive: true });
  const folder = await mkdtemp(join(toolsFolder, `${name}-`));
  try {
    const variables = { ...environment, GOBIN: folder, CGO_ENABLED: '0' };
    const { signal } = new AbortController();
    if (!(await runShown({ environment: variables, signal }, 'go', ['install', source]))) return false;
    // Whole or not at all: two `make test` may do this at the same time.
    await rename(join(folder, name), join(bin, name));
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
