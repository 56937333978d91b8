import { Backoff, type Logger, raceSignal } from '@tintype/runtime';
import type { CdpConnection } from '../cdp/connection.js';
import type { Page } from '../page/page.js';
import type { BrowserProcess } from '../process/launch.js';
import type { Supervise, SupervisionReport, Trouble } from '../process/supervision.js';
import { type EndReason, Generation } from './generation.js';
import { type WarmPage, WarmPages } from './warm-pages.js';

export interface BrowserPoolOptions {
  launch: () => Promise<BrowserProcess>;
  createPage: (connection: CdpConnection, viewport: { width: number; height: number }) => Promise<Page>;
  supervise: Supervise;
  /** Hears of each browser that ended before the pool did. */
  onEnd: (reason: EndReason) => void;
  /** Hears of each page that was killed because it took too much memory. */
  onPageKilled: () => void;
  /** Pages kept warm, counting those in use. */
  size: number;
  /** A browser is replaced after so many pages. */
  pagesPerBrowser: number;
  viewport: { width: number; height: number };
  log: Logger;
}

const createMs = 20_000;
/** A page that crashed so shortly after one of its browser was killed is that one. */
const killedMs = 2000;

/**
 * Keeps one browser running and clean pages in it ready. A browser that dies or hangs is started again. One that has
 * served enough or takes too much memory is replaced: its warm pages serve until the next one has its own, and it ends
 * when its last page is back.
 */
export class BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #backoff = new Backoff({ firstMs: 100, maxMs: 10_000 });
  readonly #owners = new Map<Page, Generation>();
  readonly #generations = new Set<Generation>();
  readonly #warm = new WarmPages();
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

  /** Bytes that all browsers took when they were last asked. */
  get memory(): number {
    return [...this.#generations].reduce((sum, { memory }) => sum + memory, 0);
  }

  /** Starts the first browser; throws when it does not start. */
  async start(): Promise<void> {
    await this.#generation();
    this.#fill();
  }

  /** A clean page, warm where there is one. */
  async take(signal: AbortSignal): Promise<Page> {
    signal.throwIfAborted();
    const { page, generation } = this.#warm.first() ?? (await this.#next(signal));
    this.#owners.set(page, generation);
    return page;
  }

  /** Gives a page back; it is never used again. */
  async release(page: Page): Promise<void> {
    const generation = this.#owners.get(page);
    this.#owners.delete(page);
    if (generation) await this.#dispose({ page, generation });
    this.#fill();
  }

  /**
   * Whether a page that has crashed was killed because it took too much memory. To be asked once, before its release.
   * A guess: the DevTools protocol names neither a page's process nor how it ended, so each kill is put down to the first
   * crash soon after it. Where the process was that of a frame, whose page lives on, another page that crashes by itself
   * in that time is told that it took too much, and is not tried again.
   */
  wasKilled(page: Page): boolean {
    const generation = this.#owners.get(page);
    if (!generation || Date.now() - generation.pageKilledAt >= killedMs) return false;
    generation.pageKilledAt = 0;
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#launching?.catch(() => undefined);
    await Promise.all([...this.#generations].map((generation) => this.#close(generation)));
  }

  #next(signal: AbortSignal): Promise<WarmPage> {
    const next = this.#warm.next(signal);
    this.#fill();
    return next;
  }

  async #dispose({ page, generation }: WarmPage): Promise<void> {
    await page.dispose();
    generation.inUse -= 1;
    await this.#retireWhenIdle(generation);
  }

  /**
   * Brings the warm pages of the present browser up to size, counting those in use; beyond it there is one for whoever
   * waits, as when recordings and batches run beside the stills.
   */
  #fill(): void {
    const warm = this.#current?.ending ? 0 : this.#warm.count(this.#current);
    const wanted = Math.max(this.#options.size - warm - this.#owners.size, this.#warm.waiting) - this.#filling;
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
      if (patience.aborted) this.#hear(generation, 'hung');
      throw error;
    }
  }

  #give(warm: WarmPage): void {
    if (!this.#warm.give(warm)) return;
    // A crashed page must not be somebody's.
    warm.page.gone.catch(() => this.#discard((each) => each === warm));
    // One of the browser before is not needed any more.
    const tooMany = this.#warm.size + this.#owners.size > this.#options.size;
    if (tooMany) this.#discard(({ generation }) => generation !== this.#current);
  }

  #discard(which: (warm: WarmPage) => boolean): void {
    const warm = this.#warm.remove(which);
    if (warm) void this.#dispose(warm).then(() => this.#fill());
  }

  async #generation(): Promise<Generation> {
    const current = this.#current;
    if (current && current.created >= this.#options.pagesPerBrowser) current.ending ??= 'pages';
    if (current && !current.ending) return current;
    this.#launching ??= this.#launch().finally(() => {
      this.#launching = undefined;
    });
    return this.#launching;
  }

  async #launch(): Promise<Generation> {
    const browser = await this.#options.launch();
    const generation = new Generation(browser);
    const old = this.#current;
    this.#current = generation;
    this.#generations.add(generation);
    this.#options.log.info({ pid: browser.pid }, 'browser started');
    void browser.connection.closed.then(() => this.#died(generation));
    this.#options.supervise(browser, this.#reportOn(generation), generation.over);
    if (old) await this.#retireWhenIdle(old);
    return generation;
  }

  #reportOn(generation: Generation): SupervisionReport {
    return {
      trouble: (which) => this.#hear(generation, which),
      memory: (bytes) => {
        generation.memory = bytes;
      },
      pageKilled: () => {
        generation.pageKilledAt = Date.now();
        this.#options.onPageKilled();
      },
    };
  }

  #hear(generation: Generation, trouble: Trouble): void {
    if (generation.over.aborted || generation.ending === trouble) return;
    // What the first pages take another browser would need too: replacing it would go on for ever.
    if (trouble === 'memory' && generation.created <= this.#options.size) return;
    this.#options.log.warn({ pid: generation.browser.pid, trouble }, 'browser in trouble');
    generation.ending = trouble;
    if (trouble === 'hung') generation.browser.kill();
    else this.#fill();
  }

  async #retireWhenIdle(generation: Generation): Promise<void> {
    if (generation === this.#current || generation.inUse > 0) return;
    await this.#end(generation, generation.ending ?? 'pages');
  }

  #died(generation: Generation): void {
    this.#warm.forget(generation);
    if (this.#current === generation) this.#current = undefined;
    void this.#end(generation, generation.ending === 'hung' ? 'hung' : 'died');
    this.#fill();
  }

  async #end(generation: Generation, reason: EndReason): Promise<void> {
    if (generation.over.aborted || this.#closed) return;
    const { browser, created: pages } = generation;
    this.#options.log.info({ pid: browser.pid, pages, reason }, 'browser ended');
    this.#options.onEnd(reason);
    await this.#close(generation);
  }

  /** Never throws: nobody's render, and no other browser, depends on what is left of this one. */
  async #close(generation: Generation): Promise<void> {
    try {
      await generation.close();
    } catch (error) {
      this.#options.log.warn({ err: error, pid: generation.browser.pid }, 'a browser left its profile behind');
    } finally {
      this.#generations.delete(generation);
    }
  }
}
