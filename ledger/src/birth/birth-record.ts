import { readFile, rename, writeFile } from 'node:fs/promises';
import { ConfigError } from '@tintype/runtime';
import { z } from 'zod';

/**
 * The ledger's birth, stored outside NATS, so that the loss of NATS's data is noticed. The installation or the first
 * start writes it. Later, only `tintype ledger adopt` changes it.
 */
export interface BirthRecord {
  /** Undefined if no birth was written. @throws if the record is unreadable: a birth may have been written */
  read: () => Promise<string | undefined>;
  write: (birth: string) => Promise<void>;
}

const birthSchema = z.uuid();

/**
 * A file with the birth. In a cluster, the operator reads it from a mounted ConfigMap. @throws ConfigError on `read`
 */
export class BirthRecordFile implements BirthRecord {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<string | undefined> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new ConfigError(`${this.#file} cannot be read: ${error.message}`, { cause: error });
    });
    if (text === undefined) return undefined;
    const { data } = birthSchema.safeParse(text.trim());
    if (data) return data;
    // The error has no `cause`: "not a UUID" would not help the reader of a log.
    throw new ConfigError(
      `${this.#file} is damaged: it records which ledger is the right one. Restore it, or run \`npx --no tintype ledger adopt\`.`,
    );
  }

  /** Replaces the file in one step. The new content is on disk before that step. */
  async write(birth: string): Promise<void> {
    const draft = `${this.#file}.new`;
    await writeFile(draft, `${birth}\n`, { mode: 0o600, flush: true });
    await rename(draft, this.#file);
  }
}
