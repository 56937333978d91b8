import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '@tintype/runtime';

const reasons: Record<string, string> = {
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'it is no folder',
  EISDIR: 'it is a folder',
};

/** A failure of the file system as a ConfigError that says what to do, if a person can do something. */
export const explained = (path: string, verb: 'read' | 'written', cause: unknown): unknown => {
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? ''];
  if (!reason) return cause;
  return new ConfigError(`${path} cannot be ${verb}: ${reason}. Mend that, or choose another TINTYPE_DATA_DIR.`, {
    cause,
  });
};

/** Writes a file that only its owner reads, whole or not at all. */
export const writePrivately = async (file: string, content: string): Promise<void> => {
  try {
    const draft = `${file}.new`;
    await writeFile(draft, content, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    throw explained(file, 'written', error);
  }
};

/** Undefined when there is no such file. */
export const readKept = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explained(file, 'read', error);
  }
};

export const remedy = (file: string): string => `Restore it, or delete ${dirname(file)} for a fresh start.`;

/**
 * What the file holds; on the first run it is made, and kept for the next one. Throws a ConfigError when `read` does: a
 * file that is there is never written over, because what it held may be all that opens the data beside it.
 */
export const keep = async <T>(file: string, { make, read }: Kept<T>): Promise<T> => {
  const kept = await readKept(file);
  if (kept === undefined) {
    const made = make();
    await writePrivately(file, `${made}\n`);
    return read(made);
  }
  try {
    return read(kept);
  } catch (cause) {
    // What it holds is not repeated: it is a secret.
    throw new ConfigError(`${file} ${kept === '' ? 'is empty' : 'is damaged'}. ${remedy(file)}`, { cause });
  }
};

interface Kept<T> {
  make: () => string;
  /** Throws when the text is not what `make` could have made. */
  read: (text: string) => T;
}
