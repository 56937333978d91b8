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
  /** Called when a browser ends before the pool closes. */
  onEnd: (reason: EndReason) => void;
  /** Called when a page is killed for its memory. */
  onPageKilled: () => void;
  /** Warm pages and pages in use. */
  size: number;
  pagesPerBrowser: number;
  viewport: { width: number; height: number };
  log: Logger;
}

const createMs = 20_000;
/** A crash within this time after a kill is attributed to the kill. */
const killedMs = 2000;

/**
 * Keeps one browser running with clean, warm pages. Restarts a browser that dies or hangs. Replaces one that served
 * `pagesPerBrowser` pages or uses too much memory: its warm pages serve until the new browser has its own, and it ends
 * when its last page is released.
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

  /** A browser runs and has answered. */
  get ready(): boolean {
    return this.#current !== undefined;
  }

  /** Bytes of all browsers at the last measurement. */
  get memory(): number {
    return [...this.#generations].reduce((sum, { memory }) => sum + memory, 0);
  }

  /** Throws if the first browser does not start. */
  async start(): Promise<void> {
    await this.#generation();
    this.#fill();
  }

  /** Returns a clean page, warm if available. */
  async take(signal: AbortSignal): Promise<Page> {
    signal.throwIfAborted();
    const { page, generation } = this.#warm.first() ?? (await this.#next(signal));
    this.#owners.set(page, generation);
    return page;
  }

  /** Takes a page back and closes it. */
  async release(page: Page): Promise<void> {
    const generation = this.#owners.get(page);
    this.#owners.delete(page);
    if (generation) await this.#dispose({ page, generation });
    this.#fill();
  }

  /**
   * Whether a crashed page was killed for its memory. Ask once, before its release.
   * This is a guess: DevTools reports neither a page's process nor why it ended. Each kill explains the first crash
   * within 2 s. If the killed process was a frame's, its page lives on, and an unrelated crash in that time is taken
   * for the kill and not retried.
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
   * Fills the warm pages of the current browser. Creates more than `size` while renders wait: recordings and batches
   * run beside the stills.
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
      this.#options.log.warn({ err: error }, 'cannot make a warm page');
      const wait = this.#backoff.next();
      if (!this.#closed) setTimeout(() => this.#fill(), wait).unref();
    } finally {
      this.#filling -= 1;
    }
  }

  /** Kills a browser that creates no page within 20 s: it would not serve one either. */
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
    // A render must not get a crashed page.
    warm.page.gone.catch(() => this.#discard((each) => each === warm));
    // Drop a page of the old browser.
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
    // A new browser would use as much for its first pages: replacing it would never end.
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

  /** Never throws: no render and no other browser depends on the leftovers. */
  async #close(generation: Generation): Promise<void> {
    try {
      await generation.close();
    } catch (error) {
      this.#options.log.warn({ err: error, pid: generation.browser.pid }, 'cannot remove the profile of a browser');
    } finally {
      this.#generations.delete(generation);
    }
  }
}
