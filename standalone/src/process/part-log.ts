import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isNotable, type LogLine, readLogLine } from './log-line.js';

export interface PartLogOptions {
  file: string;
  /** Warnings and worse. */
  onNotable: (line: LogLine) => void;
  /** Lines that are known and mean nothing. */
  ignore?: RegExp;
}

/** Two files of at most this size a part: the present one, and the one before with `.1`. */
const mostBytes = 8 * 1024 * 1024;
const lastLines = 12;

/** Keeps what a part says: all of it in a file of bounded size, the last lines in memory. */
export class PartLog {
  readonly #options: PartLogOptions;
  #descriptor: number;
  #bytes = 0;
  #last: string[] = [];

  constructor(options: PartLogOptions) {
    this.#options = options;
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 });
    this.#descriptor = this.#openAnew();
  }

  get file(): string {
    return this.#options.file;
  }

  /** The message of the last fatal line, if there is one; else the last lines as they came. */
  get lastWords(): string {
    const fatal = this.#last.map(readLogLine).findLast(({ level }) => level === 'fatal');
    if (!fatal) return this.#last.join('\n');
    const cause = fatal.fields.err as { message?: unknown } | undefined;
    // A ConfigError is its own message, and the log joins the messages of its causes to it.
    const reason = typeof cause?.message === 'string' && !cause.message.startsWith(fatal.message) && cause.message;
    return reason ? `${fatal.message}: ${reason}` : fatal.message;
  }

  add(text: string): void {
    this.#last = [...this.#last, text].slice(-lastLines);
    this.#write(`${text}\n`);
    const line = readLogLine(text);
    if (isNotable(line) && !this.#options.ignore?.test(line.message)) this.#options.onNotable(line);
  }

  #openAnew(): number {
    const { file } = this.#options;
    rmSync(`${file}.1`, { force: true });
    try {
      renameSync(file, `${file}.1`);
    } catch {
      // There was none.
    }
    this.#bytes = 0;
    return openSync(file, 'a', 0o600);
  }

  #write(text: string): void {
    try {
      this.#bytes += writeSync(this.#descriptor, text);
      if (this.#bytes < mostBytes) return;
      closeSync(this.#descriptor);
      this.#descriptor = this.#openAnew();
    } catch {
      // A full disk must not end what still works.
    }
  }
}
