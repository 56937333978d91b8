import type { BrowserProcess } from '../process/launch.js';

/** Why a browser has ended: enough pages, too much memory, killed because it hung, or by itself. */
export type EndReason = 'pages' | 'memory' | 'hung' | 'died';

/** A browser with the count of its pages. */
export class Generation {
  readonly browser: BrowserProcess;
  /** Pages that were made in it. */
  created = 0;
  /** Pages of it that are not back yet, the warm ones among them. */
  inUse = 0;
  /** Bytes, when they were last read. */
  memory = 0;
  /** When a page of it was killed for its memory last; milliseconds of the Unix epoch. */
  pageKilledAt = 0;
  /** Set when it is to make no more pages. */
  ending: EndReason | undefined;
  readonly #over = new AbortController();

  constructor(browser: BrowserProcess) {
    this.browser = browser;
  }

  /** Aborted once it is closed or dead: nothing is to look after it any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Ends the browser, and resolves when it has gone. */
  async close(): Promise<void> {
    this.#over.abort();
    await this.browser.close();
  }
}
