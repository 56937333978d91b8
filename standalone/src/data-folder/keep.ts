import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '@tintype/runtime';

const reasons: Record<string, string> = {
  EACCES: 'this user lacks the permission',
  EPERM: 'this user lacks the permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it cannot be created',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'it is not a folder',
  EISDIR: 'it is a folder',
};

/** A ConfigError with a remedy for a file system error that a person can fix. Returns any other `cause` itself. */
export const explained = (path: string, verb: 'read' | 'written', cause: unknown): unknown => {
  const reason = reasons[(cause as NodeJS.ErrnoException).code ?? ''];
  if (!reason) return cause;
  return new ConfigError(`${path} cannot be ${verb}: ${reason}. Fix that, or set another TINTYPE_DATA_DIR.`, {
    cause,
  });
};

/** Writes a file whole or not at all. Only its owner can read the file. */
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

/** The file's text without surrounding white space; undefined if the file is missing. */
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
 * Reads the file; the first run creates it. Throws a ConfigError if `read` refuses the text. An existing file is never
 * overwritten: it may hold the only key to the data beside it.
 */
export const keep = async <T>(file: string, { make, read }: FileContent<T>): Promise<T> => {
  const kept = await readKept(file);
  if (kept === undefined) {
    const made = make();
    await writePrivately(file, `${made}\n`);
    return read(made);
  }
  try {
    return read(kept);
  } catch (cause) {
    // Do not show the content: it is a secret.
    throw new ConfigError(`${file} ${kept === '' ? 'is empty' : 'is damaged'}. ${remedy(file)}`, { cause });
  }
};

interface FileContent<T> {
  make: () => string;
  /** Parses the text of the file. Throws if the text is damaged. */
  read: (text: string) => T;
}
