import { Backoff, type Logger } from '@tintype/runtime';
import type { BrowserProcess } from './launch.js';
import { Page } from './page.js';

export interface BrowserPoolOptions {
  launch: () => Promise<BrowserProcess>;
  /** Pages kept warm, and so pages in use at once. */
  size: number;
  /** A browser is replaced after so many pages. */
  pagesPerBrowser: number;
  viewport: { width: number; height: number };
  log: Logger;
}

/** A browser with the pages that it has given out. */
interface Generation {
  browser: BrowserProcess;
  created: number;
  inUse: number;
  retired: boolean;
}

interface WarmPage {
  page: Page;
  generation: Generation;
}

/**
 * Keeps one browser running and clean pages in it ready. A browser that dies is started again; one that has served
 * enough is replaced, and ends when its last page is back.
 */
export class BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #backoff = new Backoff({ firstMs: 100, maxMs: 10_000 });
  readonly #owners = new Map<Page, Generation>();
  readonly #waiting: ((warm: WarmPage) => void)[] = [];
  #warm: WarmPage[] = [];
  #current: Generation | undefined;
  #launching: Promise<Generation> | undefined;
  #filling = 0;
  #closed = false;

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
  }

  /** A browser is up and has answered. */
  get ready(): boolean {
    return this.#current !== undefined;
  }

  /** Starts the first browser; throws when it does not start. */
  async start(): Promise<void> {
    await this.#generation();
    this.#fill();
  }

  /** A clean page, warm where there is one. */
  async take(signal: AbortSignal): Promise<Page> {
    signal.throwIfAborted();
    const { page, generation } = this.#warm.shift() ?? (await this.#next(signal));
    this.#owners.set(page, generation);
    return page;
  }

  /** Gives a page back; it is never used again. */
  async release(page: Page): Promise<void> {
    const generation = this.#owners.get(page);
    this.#owners.delete(page);
    await page.dispose();
    if (!generation) return;
    generation.inUse -= 1;
    await this.#retireWhenIdle(generation);
    this.#fill();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#launching?.catch(() => undefined);
    await this.#current?.browser.close();
  }

  #next(signal: AbortSignal): Promise<WarmPage> {
    const { promise, resolve, reject } = Promise.withResolvers<WarmPage>();
    const abort = () => {
      const place = this.#waiting.indexOf(take);
      if (place >= 0) this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    const take = (warm: WarmPage) => {
      signal.removeEventListener('abort', abort);
      resolve(warm);
    };
    this.#waiting.push(take);
    signal.addEventListener('abort', abort, { once: true });
    this.#fill();
    return promise;
  }

  /** Brings the warm pages up to size, counting those in use. */
  #fill(): void {
    const wanted = this.#options.size - this.#warm.length - this.#filling - this.#owners.size;
    for (let i = 0; i < wanted && !this.#closed; i += 1) void this.#warmOne();
  }

  async #warmOne(): Promise<void> {
    this.#filling += 1;
    try {
      const generation = await this.#generation();
      generation.created += 1;
      generation.inUse += 1;
      const page = await Page.create(generation.browser.connection, this.#options.viewport);
      this.#give({ page, generation });
      this.#backoff.reset();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'no warm page');
      const wait = this.#backoff.next();
      if (!this.#closed) setTimeout(() => this.#fill(), wait).unref();
    } finally {
      this.#filling -= 1;
    }
  }

  #give(warm: WarmPage): void {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(warm);
    else this.#warm.push(warm);
  }

  async #generation(): Promise<Generation> {
    const { pagesPerBrowser } = this.#options;
    if (this.#current && this.#current.created < pagesPerBrowser) return this.#current;
    this.#launching ??= this.#launch().finally(() => {
      this.#launching = undefined;
    });
    return this.#launching;
  }

  async #launch(): Promise<Generation> {
    const browser = await this.#options.launch();
    const generation: Generation = { browser, created: 0, inUse: 0, retired: false };
    const old = this.#current;
    this.#current = generation;
    this.#options.log.info({ pid: browser.pid }, 'browser started');
    void browser.connection.closed.then(() => this.#died(generation));
    if (old) await this.#retireWhenIdle(old);
    return generation;
  }

  async #retireWhenIdle(generation: Generation): Promise<void> {
    if (generation === this.#current || generation.inUse > 0 || generation.retired) return;
    generation.retired = true;
    await generation.browser.close();
    this.#options.log.info({ pid: generation.browser.pid, pages: generation.created }, 'browser retired');
  }

  #died(generation: Generation): void {
    this.#warm = this.#warm.filter((warm) => warm.generation !== generation);
    if (generation.retired || this.#closed) return;
    generation.retired = true;
    this.#options.log.warn({ pid: generation.browser.pid }, 'browser died');
    if (this.#current === generation) this.#current = undefined;
    void generation.browser.close();
    this.#fill();
  }
}
