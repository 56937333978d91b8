import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { ConfigError } from '@tintype/runtime';

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'it is no folder',
};

const explained = (path: string, cause: unknown): unknown => {
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? ''];
  if (!reason) return cause;
  return new ConfigError(`${path} cannot be written: ${reason}. Choose another TINTYPE_DATA_DIR.`, { cause });
};

/** Makes the folder, for its owner alone. */
export const makeDataFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explained(path, error);
  }
};

/** Writes a file that only its owner reads, whole or not at all. */
export const writePrivately = async (file: string, content: string): Promise<void> => {
  try {
    const draft = `${file}.new`;
    await writeFile(draft, content, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    throw explained(file, error);
  }
};

export const readKept = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explained(file, error);
  }
};

/** What the file holds; on the first run it is made, and kept for the next one. */
export const keep = async (file: string, make: () => string): Promise<string> => {
  const kept = await readKept(file);
  if (kept !== undefined) return kept;
  const made = make();
  await writePrivately(file, `${made}\n`);
  return made;
};
