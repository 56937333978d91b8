import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isNotable, type LogLine, readLogLine } from './log-line.js';

export interface PartLogOptions {
  file: string;
  /** Called for warnings and worse. */
  onNotable: (line: LogLine) => void;
  /** Messages that `onNotable` does not get. */
  ignore?: RegExp;
}

/** Each part has two files of at most 8 MiB: the current one, and the previous one with `.1`. */
const maxBytes = 8 * 1024 * 1024;
const keptLines = 12;

/** Writes a part's output to a file of bounded size, and keeps the last 12 lines in memory. */
export class PartLog {
  readonly #options: PartLogOptions;
  #descriptor: number;
  #bytes = 0;
  #last: string[] = [];

  constructor(options: PartLogOptions) {
    this.#options = options;
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 });
    this.#descriptor = this.#openNew();
  }

  get file(): string {
    return this.#options.file;
  }

  /** The last 12 lines, or the message of a fatal line among them. */
  get lastLines(): string {
    const fatal = this.#last.map(readLogLine).findLast(({ level }) => level === 'fatal');
    if (!fatal) return this.#last.join('\n');
    const cause = fatal.fields.err as { message?: unknown } | undefined;
    // The log already joins a ConfigError's message with those of its causes.
    const reason = typeof cause?.message === 'string' && !cause.message.startsWith(fatal.message) && cause.message;
    return reason ? `${fatal.message}: ${reason}` : fatal.message;
  }

  add(text: string): void {
    this.#last = [...this.#last, text].slice(-keptLines);
    this.#write(`${text}\n`);
    const line = readLogLine(text);
    if (isNotable(line) && !this.#options.ignore?.test(line.message)) this.#options.onNotable(line);
  }

  #openNew(): number {
    const { file } = this.#options;
    rmSync(`${file}.1`, { force: true });
    try {
      renameSync(file, `${file}.1`);
    } catch {
      // There was no previous file.
    }
    this.#bytes = 0;
    return openSync(file, 'a', 0o600);
  }

  #write(text: string): void {
    try {
      this.#bytes += writeSync(this.#descriptor, text);
      if (this.#bytes < maxBytes) return;
      closeSync(this.#descriptor);
      this.#descriptor = this.#openNew();
    } catch {
      // A full disk must not end a working part.
    }
  }
}
