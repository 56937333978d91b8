import { Backoff, type Logger, raceSignal } from '@tintype/runtime';
import type { CdpConnection } from './cdp.js';
import type { BrowserProcess } from './launch.js';
import type { Page } from './page.js';

export interface BrowserPoolOptions {
  launch: () => Promise<BrowserProcess>;
  createPage: (connection: CdpConnection, viewport: { width: number; height: number }) => Promise<Page>;
  /** Pages kept warm, and so pages in use at once. */
  size: number;
  /** A browser is replaced after so many pages. */
  pagesPerBrowser: number;
  viewport: { width: number; height: number };
  log: Logger;
}

const createMs = 20_000;

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
  readonly #generations = new Set<Generation>();
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
    await Promise.all([...this.#generations].map(({ browser }) => browser.close()));
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
      this.#give({ page: await this.#create(generation), generation });
      this.#backoff.reset();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'no warm page');
      const wait = this.#backoff.next();
      if (!this.#closed) setTimeout(() => this.#fill(), wait).unref();
    } finally {
      this.#filling -= 1;
    }
  }

  /** A browser that does not make a page in time is killed: it would not serve one either. */
  async #create(generation: Generation): Promise<Page> {
    const { connection } = generation.browser;
    const patience = AbortSignal.timeout(createMs);
    try {
      const page = await raceSignal(this.#options.createPage(connection, this.#options.viewport), patience);
      generation.created += 1;
      generation.inUse += 1;
      return page;
    } catch (error) {
      if (patience.aborted) void generation.browser.close();
      throw error;
    }
  }

  #give(warm: WarmPage): void {
    const waiting = this.#waiting.shift();
    if (waiting) {
      waiting(warm);
      return;
    }
    this.#warm.push(warm);
    // A crashed page must not be somebody's.
    warm.page.gone.catch(() => this.#drop(warm));
  }

  #drop(warm: WarmPage): void {
    const place = this.#warm.indexOf(warm);
    if (place < 0) return;
    this.#warm.splice(place, 1);
    this.#owners.set(warm.page, warm.generation);
    void this.release(warm.page);
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
    this.#generations.add(generation);
    this.#options.log.info({ pid: browser.pid }, 'browser started');
    void browser.connection.closed.then(() => this.#died(generation));
    if (old) await this.#retireWhenIdle(old);
    return generation;
  }

  async #retireWhenIdle(generation: Generation): Promise<void> {
    if (generation === this.#current || generation.inUse > 0 || generation.retired) return;
    generation.retired = true;
    await generation.browser.close();
    this.#generations.delete(generation);
    this.#options.log.info({ pid: generation.browser.pid, pages: generation.created }, 'browser retired');
  }

  #died(generation: Generation): void {
    this.#warm = this.#warm.filter((warm) => warm.generation !== generation);
    if (generation.retired || this.#closed) return;
    generation.retired = true;
    this.#options.log.warn({ pid: generation.browser.pid }, 'browser died');
    if (this.#current === generation) this.#current = undefined;
    void generation.browser.close().then(() => this.#generations.delete(generation));
    this.#fill();
  }
}
