import { type LogLevel, limits, logLevels } from '@tintype/contracts';
import type { Frame, Page } from 'playwright-core';
import { Journal } from './journal.js';
import { SeenRefs } from './seen-refs.js';
import { VisitedOrigins } from './visited-origins.js';

export interface LogEntry {
  /** ISO 8601. */
  timestamp: string;
  level: LogLevel;
  text: string;
  /** `address:line` of a script, or the address that failed to load. */
  source: string;
}

interface LogQuery {
  level: LogLevel;
  limit: number;
  clear: boolean;
}

/** A snapshot that the caller has. */
export interface SeenSnapshot {
  /** The snapshot's element and options, as JSON. */
  settings: string;
  text: string;
  truncated: boolean;
}

const textLength = 4000;
const sourceLength = 1000;

class PageLog {
  #entries: LogEntry[] = [];

  add({ timestamp, level, text, source }: LogEntry): void {
    this.#entries.push({ timestamp, level, text: text.slice(0, textLength), source: source.slice(0, sourceLength) });
    if (this.#entries.length > limits.logEntries) this.#entries.shift();
  }

  /** The newest entries, oldest first. */
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

/** A document that failed to load. Chromium shows its error page instead. */
export interface Unloaded {
  /** Undefined for a page that was just opened. */
  page: Page | undefined;
  address: string;
  /** Chromium's `net::ERR_…`. */
  errorText: string;
}

/** What actions know of the session's pages: notes, logs, refs and places of the mouse. */
export class PageState {
  readonly journal = new Journal();
  readonly console = new PageLog();
  readonly errors = new PageLog();
  /** Why a page ended since the last action began. */
  crash: string | undefined;
  /** The last failed document, until a note reports it or another document loads. */
  unloaded: Unloaded | undefined;
  /** The number of the next ref. Refs are unique in a session. */
  nextRef = 1;
  /** The page at the end of the last action. */
  actedOn: Page | undefined;
  /** The frame of the last element that an action used. */
  actedIn: Frame | undefined;
  readonly seenRefs = new SeenRefs();
  readonly origins = new VisitedOrigins();
  /** The last snapshot that the client has, for `changesOnly`. */
  lastSnapshot: SeenSnapshot | undefined;
  readonly #cursors = new WeakMap<Page, Point>();

  /** Notes that a page ended, which makes the note about a page change redundant. */
  pageEnded(why: string): void {
    this.crash ??= why;
    this.journal.note(this.crash);
    this.actedOn = undefined;
  }

  cursorOf(page: Page): Point {
    return this.#cursors.get(page) ?? { x: 0, y: 0 };
  }

  /** Undefined if no action has moved it. */
  movedCursorOf(page: Page): Point | undefined {
    return this.#cursors.get(page);
  }

  moveCursor(page: Page, { x, y }: Point): Point {
    this.#cursors.set(page, { x, y });
    return { x, y };
  }
}
