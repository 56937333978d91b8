import type { Page } from '../page/page.js';
import type { PooledBrowser } from './pooled-browser.js';

export interface WarmPage {
  page: Page;
  pooled: PooledBrowser;
}

/** Ready pages, or waiting renders; never both. */
export class WarmPages {
  readonly #waiting: ((warm: WarmPage) => void)[] = [];
  #ready: WarmPage[] = [];

  get size(): number {
    return this.#ready.length;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  count(pooled: PooledBrowser | undefined): number {
    return this.#ready.filter((warm) => warm.pooled === pooled).length;
  }

  takeReady(): WarmPage | undefined {
    return this.#ready.shift();
  }

  /** Waits for a page. Rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<WarmPage> {
    const { promise, resolve, reject } = Promise.withResolvers<WarmPage>();
    const abort = () => {
      const index = this.#waiting.indexOf(take);
      if (index >= 0) this.#waiting.splice(index, 1);
      reject(signal.reason);
    };
    const take = (warm: WarmPage) => {
      signal.removeEventListener('abort', abort);
      resolve(warm);
    };
    this.#waiting.push(take);
    signal.addEventListener('abort', abort, { once: true });
    return promise;
  }

  /** Gives the page to the render that has waited longest, else keeps it. Returns whether it was kept. */
  add(warm: WarmPage): boolean {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(warm);
    else this.#ready.push(warm);
    return !waiting;
  }

  remove(which: (warm: WarmPage) => boolean): WarmPage | undefined {
    const place = this.#ready.findIndex(which);
    return place < 0 ? undefined : this.#ready.splice(place, 1)[0];
  }

  forget(pooled: PooledBrowser): void {
    this.#ready = this.#ready.filter((warm) => warm.pooled !== pooled);
  }
}
