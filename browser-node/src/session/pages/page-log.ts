import { type LogLevel, limits, logLevels } from '@tintype/contracts';

export interface LogEntry {
  /** ISO 8601. */
  timestamp: string;
  level: LogLevel;
  text: string;
  /** `address:line` of a script, or the address that could not be loaded. */
  source: string;
}

export interface LogQuery {
  /** The least that is wanted. */
  level: LogLevel;
  limit: number;
  clear: boolean;
}

const textLength = 4000;
const sourceLength = 1000;

/** The last that pages have said. */
export class PageLog {
  #entries: LogEntry[] = [];

  add({ timestamp, level, text, source }: LogEntry): void {
    this.#entries.push({ timestamp, level, text: text.slice(0, textLength), source: source.slice(0, sourceLength) });
    if (this.#entries.length > limits.logEntries) this.#entries.shift();
  }

  /** The newest of them, oldest first. */
  read({ level, limit, clear }: LogQuery): LogEntry[] {
    const least = logLevels.indexOf(level);
    const read = this.#entries.filter((entry) => logLevels.indexOf(entry.level) >= least).slice(-limit);
    if (clear) this.#entries = [];
    return read;
  }
}
