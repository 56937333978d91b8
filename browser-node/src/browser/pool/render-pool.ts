import { atMost, Backoff, DeadlineExceeded, type Logger } from '@tintype/runtime';
import type { CdpConnection } from '../cdp/connection.js';
import type { Page } from '../page/page.js';
import type { BrowserProcess } from '../process/launch.js';
import { type Supervise, type SupervisionReport, type Trouble, troubles } from '../process/supervision.js';
import { type EndReason, PooledBrowser } from './pooled-browser.js';
import { type WarmPage, WarmPages } from './warm-pages.js';

export interface RenderPoolOptions {
  launch: () => Promise<BrowserProcess>;
  createPage: (connection: CdpConnection, viewport: { width: number; height: number }) => Promise<Page>;
  supervise: Supervise;
  /** Called when a browser ends before the pool closes. */
  onEnd: (reason: EndReason) => void;
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
 * Keeps one browser with clean, warm pages. Restarts a browser that dies or hangs. Replaces a browser that served
 * `pagesPerBrowser` pages or uses too much memory. The old browser's warm pages serve until the new one has its own.
 * The old browser ends with its last page.
 */
export class RenderPool {
  readonly #options: RenderPoolOptions;
  readonly #backoff = new Backoff({ firstMs: 100, maxMs: 10_000 });
  readonly #owners = new Map<Page, PooledBrowser>();
  readonly #browsers = new Set<PooledBrowser>();
  readonly #warm = new WarmPages();
  #current: PooledBrowser | undefined;
  #launching: Promise<PooledBrowser> | undefined;
  #filling = 0;
  #closed = false;

  constructor(options: RenderPoolOptions) {
    this.#options = options;
  }

  /** A browser runs and has answered. */
  get ready(): boolean {
    return this.#current !== undefined;
  }

  /** Bytes of all browsers at the last measurement. */
  get memory(): number {
    return [...this.#browsers].reduce((sum, { memory }) => sum + memory, 0);
  }

  /** Throws if the first browser does not start. */
  async start(): Promise<void> {
    await this.#currentBrowser();
    this.#fill();
  }

  /** Returns a clean page, warm if available. */
  async take(signal: AbortSignal): Promise<Page> {
    signal.throwIfAborted();
    const { page, pooled } = this.#warm.takeReady() ?? (await this.#next(signal));
    this.#owners.set(page, pooled);
    return page;
  }

  /** Closes the page. */
  async release(page: Page): Promise<void> {
    const pooled = this.#owners.get(page);
    this.#owners.delete(page);
    if (pooled) await this.#dispose({ page, pooled });
    this.#fill();
  }

  /**
   * Whether a crashed page was killed for its memory. Ask once, before its release. This is a guess, because DevTools
   * reports neither a page's process nor why it ended. A kill explains the first crash within 2 s. If a frame's process
   * was killed, its page lives on: an unrelated crash then counts as killed, without a retry.
   */
  wasKilled(page: Page): boolean {
    const pooled = this.#owners.get(page);
    if (!pooled || Date.now() - pooled.pageKilledAt >= killedMs) return false;
    pooled.pageKilledAt = 0;
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#launching?.catch(() => undefined);
    await Promise.all([...this.#browsers].map((pooled) => this.#close(pooled)));
  }

  #next(signal: AbortSignal): Promise<WarmPage> {
    const next = this.#warm.next(signal);
    this.#fill();
    return next;
  }

  async #dispose({ page, pooled }: WarmPage): Promise<void> {
    await page.dispose();
    pooled.inUse -= 1;
    await this.#retireWhenIdle(pooled);
  }

  /** Creates more than `size` while renders wait: recordings and batches run beside the stills. */
  #fill(): void {
    const warm = this.#current?.ending ? 0 : this.#warm.count(this.#current);
    const wanted = Math.max(this.#options.size - warm - this.#owners.size, this.#warm.waiting) - this.#filling;
    for (let i = 0; i < wanted && !this.#closed; i += 1) void this.#warmOne();
  }

  async #warmOne(): Promise<void> {
    this.#filling += 1;
    try {
      const pooled = await this.#currentBrowser();
      this.#addWarm({ page: await this.#create(pooled), pooled });
      this.#backoff.reset();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'cannot make a warm page: trying again');
      const wait = this.#backoff.next();
      if (!this.#closed) setTimeout(() => this.#fill(), wait).unref();
    } finally {
      this.#filling -= 1;
    }
  }

  /** A browser that creates no page within 20 s would not serve one either. */
  async #create(pooled: PooledBrowser): Promise<Page> {
    const { connection } = pooled.browser;
    const { createPage, viewport } = this.#options;
    try {
      const page = await atMost(createMs, () => createPage(connection, viewport));
      pooled.created += 1;
      pooled.inUse += 1;
      return page;
    } catch (error) {
      if (error instanceof DeadlineExceeded) this.#onTrouble(pooled, 'hung');
      throw error;
    }
  }

  #addWarm(warm: WarmPage): void {
    if (!this.#warm.add(warm)) return;
    warm.page.gone.catch(() => this.#discard((each) => each === warm));
    // Drops a warm page of the old browser.
    const tooMany = this.#warm.size + this.#owners.size > this.#options.size;
    if (tooMany) this.#discard(({ pooled }) => pooled !== this.#current);
  }

  #discard(which: (warm: WarmPage) => boolean): void {
    const warm = this.#warm.remove(which);
    if (warm) void this.#dispose(warm).then(() => this.#fill());
  }

  async #currentBrowser(): Promise<PooledBrowser> {
    const current = this.#current;
    if (current && current.created >= this.#options.pagesPerBrowser) current.ending ??= 'pages';
    if (current && !current.ending) return current;
    this.#launching ??= this.#launch().finally(() => {
      this.#launching = undefined;
    });
    return this.#launching;
  }

  async #launch(): Promise<PooledBrowser> {
    const browser = await this.#options.launch();
    const pooled = new PooledBrowser(browser);
    const old = this.#current;
    this.#current = pooled;
    this.#browsers.add(pooled);
    this.#options.log.info({ pid: browser.pid }, 'browser started');
    void browser.connection.closed.then(() => this.#died(pooled));
    this.#options.supervise(browser, this.#reportOn(pooled), pooled.over);
    if (old) await this.#retireWhenIdle(old);
    return pooled;
  }

  #reportOn(pooled: PooledBrowser): SupervisionReport {
    return {
      trouble: (which) => this.#onTrouble(pooled, which),
      memory: (bytes) => {
        pooled.memory = bytes;
      },
      pageKilled: () => {
        pooled.pageKilledAt = Date.now();
        this.#options.onPageKilled();
      },
    };
  }

  #onTrouble(pooled: PooledBrowser, trouble: Trouble): void {
    if (pooled.over.aborted || pooled.ending === trouble) return;
    // A new browser would use as much for its first pages: replacing it would never end.
    if (trouble === 'memory' && pooled.created <= this.#options.size) return;
    this.#options.log.warn({ pid: pooled.browser.pid, trouble }, `replacing a browser: ${troubles[trouble]}`);
    pooled.ending = trouble;
    if (trouble === 'hung') pooled.browser.kill();
    else this.#fill();
  }

  async #retireWhenIdle(pooled: PooledBrowser): Promise<void> {
    if (pooled === this.#current || pooled.inUse > 0) return;
    await this.#end(pooled, pooled.ending ?? 'pages');
  }

  #died(pooled: PooledBrowser): void {
    this.#warm.forget(pooled);
    if (this.#current === pooled) this.#current = undefined;
    void this.#end(pooled, pooled.ending === 'hung' ? 'hung' : 'died');
    this.#fill();
  }

  async #end(pooled: PooledBrowser, reason: EndReason): Promise<void> {
    if (pooled.over.aborted || this.#closed) return;
    const { browser, created: pages } = pooled;
    this.#options.log.info({ pid: browser.pid, pages, reason }, 'browser ended');
    this.#options.onEnd(reason);
    await this.#close(pooled);
  }

  /** Never throws: nothing depends on the leftovers. */
  async #close(pooled: PooledBrowser): Promise<void> {
    try {
      await pooled.close();
    } catch (error) {
      this.#options.log.warn({ err: error, pid: pooled.browser.pid }, 'cannot remove the profile of a browser');
    } finally {
      this.#browsers.delete(pooled);
    }
  }
}
