import type { BrowserProcess } from '../process/launch.js';

/** The browser served enough pages, used too much memory, hung and was killed, or died. */
export type EndReason = 'pages' | 'memory' | 'hung' | 'died';

/** A browser of the pool with the counts of its pages. */
export class PooledBrowser {
  readonly browser: BrowserProcess;
  created = 0;
  /** Pages that are not closed yet, warm ones included. */
  inUse = 0;
  /** Bytes at the last measurement. */
  memory = 0;
  /** When a page was last killed for its memory; ms of the Unix epoch. */
  pageKilledAt = 0;
  /** Why the browser must create no more pages. */
  ending: EndReason | undefined;
  readonly #over = new AbortController();

  constructor(browser: BrowserProcess) {
    this.browser = browser;
  }

  /** Aborted once the browser is closed or dead. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.browser.close();
  }
}
