import { type LogLevel, limits, logLevels } from '@tintype/contracts';
import type { Frame, Page } from 'playwright-core';
import { Journal } from './journal.js';

export interface LogEntry {
  /** ISO 8601. */
  timestamp: string;
  level: LogLevel;
  text: string;
  /** `address:line` of a script, or the address that could not be loaded. */
  source: string;
}

interface LogQuery {
  /** The least that is wanted. */
  level: LogLevel;
  limit: number;
  clear: boolean;
}

const textLength = 4000;
const sourceLength = 1000;

/** The last that pages have said. */
class PageLog {
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

export interface Point {
  x: number;
  y: number;
}

/** A document that did not come: Chromium shows a page of its own in its place. */
export interface Unloaded {
  /** Undefined for one that had only just been opened. */
  page: Page | undefined;
  address: string;
  /** As Chromium has it, `net::ERR_…`. */
  errorText: string;
}

/** What a session remembers of its pages from one action to the next. */
export class PageState {
  readonly journal = new Journal();
  readonly console = new PageLog();
  readonly errors = new PageLog();
  /** Why a page has ended by itself since the last action began, in a sentence. */
  crash: string | undefined;
  /** The last page that could not be loaded, until that is told or another one has come. */
  unloaded: Unloaded | undefined;
  /** The number of the next element that gets a ref: no two elements of a session have the same. */
  nextRef = 1;
  /** What the last action was about when it was over. */
  actedOn: Page | undefined;
  /** The frame of the last element that something was to be done with. */
  actedIn: Frame | undefined;
  readonly #cursors = new WeakMap<Page, Point>();

  /** A page has ended, by itself or because it had to: that is told, and not besides that actions are about another one now. */
  pageEnded(why: string): void {
    this.crash ??= why;
    this.journal.note(this.crash);
    this.actedOn = undefined;
  }

  /** Where the mouse is. */
  cursorOf(page: Page): Point {
    return this.#cursors.get(page) ?? { x: 0, y: 0 };
  }

  /** Undefined where no action has moved it. */
  movedCursorOf(page: Page): Point | undefined {
    return this.#cursors.get(page);
  }

  moveCursor(page: Page, { x, y }: Point): Point {
    this.#cursors.set(page, { x, y });
    return { x, y };
  }
}
