import type { BrowserProcess } from '../process/launch.js';

/** Why a browser ended: it served enough pages, used too much memory, hung and was killed, or died. */
export type EndReason = 'pages' | 'memory' | 'hung' | 'died';

/** A browser of the pool with its counts. */
export class PooledBrowser {
  readonly browser: BrowserProcess;
  /** Pages created so far. */
  created = 0;
  /** Pages not yet closed, warm ones included. */
  inUse = 0;
  /** Bytes at the last measurement. */
  memory = 0;
  /** When one of its pages was last killed for its memory; ms of the Unix epoch. */
  pageKilledAt = 0;
  /** Set when it must create no more pages. */
  ending: EndReason | undefined;
  readonly #over = new AbortController();

  constructor(browser: BrowserProcess) {
    this.browser = browser;
  }

  /** Aborted when it is closed or dead: supervision ends. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.browser.close();
  }
}
