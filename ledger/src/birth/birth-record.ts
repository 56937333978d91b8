import { readFile, rename, writeFile } from 'node:fs/promises';
import { ConfigError } from '@tintype/runtime';
import { z } from 'zod';

/**
 * Where the birth of the ledger is kept outside of NATS, so that its loss is noticed. It is written once, by the
 * installation or the first start; after that, only when a person decides to (`tintype ledger adopt`).
 */
export interface BirthRecord {
  /** Undefined when none was written. @throws when it cannot be read: that is not the same */
  read: () => Promise<string | undefined>;
  write: (birth: string) => Promise<void>;
}

const birthSchema = z.uuid();

/** The record of one machine: a file. */
export class BirthFile implements BirthRecord {
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
    // Without a cause: that it is no UUID helps nobody who reads a log.
    throw new ConfigError(
      `${this.#file} is damaged: it says which ledger is the right one. Restore it, or run \`npx tintype ledger adopt\`.`,
    );
  }

  /** Whole or not at all, and on the disk once this resolves. */
  async write(birth: string): Promise<void> {
    const draft = `${this.#file}.new`;
    await writeFile(draft, `${birth}\n`, { mode: 0o600, flush: true });
    await rename(draft, this.#file);
  }
}
