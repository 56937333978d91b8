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
