import { readFile, rename, writeFile } from 'node:fs/promises';
import { ConfigError } from '@tintype/runtime';
import { z } from 'zod';

/**
 * The ledger's birth, stored outside NATS so that a loss is noticed. The installation or first start writes it; later
 * only `tintype ledger adopt` does.
 */
export interface BirthRecord {
  /** Undefined if none was written. @throws if it is unreadable, which is different */
  read: () => Promise<string | undefined>;
  write: (birth: string) => Promise<void>;
}

const birthSchema = z.uuid();

/** A file, for one machine. */
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
    // No cause: "not a UUID" helps no reader of a log.
    throw new ConfigError(
      `${this.#file} is damaged: it records which ledger is the right one. Restore it, or run \`npx --no tintype ledger adopt\`.`,
    );
  }

  /** Atomic, and on disk once it resolves. */
  async write(birth: string): Promise<void> {
    const draft = `${this.#file}.new`;
    await writeFile(draft, `${birth}\n`, { mode: 0o600, flush: true });
    await rename(draft, this.#file);
  }
}
