import { readFile } from 'node:fs/promises';
import { ConfigError } from '@tintype/runtime';
import { load, YAMLException } from 'js-yaml';

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder; name a file in it';
  if (error instanceof YAMLException) return `it is not YAML: ${error.reason} in line ${(error.mark?.line ?? 0) + 1}`;
  return message;
};

/** What a kubeconfig file says, as `read` understands it. Throws a ConfigError that names the file, in one sentence. */
export const readKubeconfigFile = async <T>(file: string, read: (raw: object) => T): Promise<T> => {
  try {
    const text = await readFile(file, 'utf8');
    if (text.trim() === '') throw new Error('it is empty; write a kubeconfig there, or name another file');
    const raw = load(text);
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      throw new Error('it is no map of clusters, users and contexts');
    return read(raw);
  } catch (error) {
    throw new ConfigError(`The kubeconfig ${file} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
};
