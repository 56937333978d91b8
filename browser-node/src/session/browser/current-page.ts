import { ifInTime } from '@tintype/runtime';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { RequestedTargets } from '../../browser/cdp/requested-targets.js';
import { targetIdOf } from './playwright-inner.js';

/** Limit for the question whether a client asked for a page. The browser answers at once. */
const judgeMs = 2000;

interface CurrentPageDependencies {
  browser: Pick<CDPSession, 'send'>;
  requestedTargets: Pick<RequestedTargets, 'has'>;
  /** Whether a client created the page's context. Called once for each page. */
  isForeign: (page: Page) => boolean;
  /** Targets of the pages open now, oldest first. */
  opened: readonly string[];
}

/** Playwright lists pages that opened before it in the order of their random ids. */
const oldestFirst = (pages: readonly Page[], opened: readonly string[]): Page[] => {
  const ageOf = (page: Page) => {
    const at = opened.indexOf(targetIdOf(page) ?? '');
    return at < 0 ? opened.length : at;
  };
  return [...pages].sort((a, b) => ageOf(a) - ageOf(b));
};

/**
 * The page that actions use: the newest open page that another page opened, as a person would see it. If it closes, the
 * page before is current again. Pages of DevTools clients, and pages that those open, become current only if no other
 * is left. A page in a client's own context never becomes current. Playwright cannot recognise such a context. If no
 * page is left, a new one opens.
 */
export class CurrentPage {
  readonly #context: BrowserContext;
  readonly #dependencies: CurrentPageDependencies;
  /** The last one that is not foreign is current. */
  #pages: Page[] = [];
  /** The first page, pages that actions have used, and pages that became current when they opened. */
  readonly #own = new WeakSet<Page>();
  /** Pages in clients' contexts. */
  readonly #foreign = new WeakSet<Page>();
  /** Settles when each page is judged: whether it becomes current. */
  #judged: Promise<unknown> = Promise.resolve();
  #making: Promise<Page> | undefined;

  constructor(context: BrowserContext, dependencies: CurrentPageDependencies) {
    this.#context = context;
    this.#dependencies = dependencies;
    const pages = oldestFirst(context.pages(), dependencies.opened);
    const first = pages.find((page) => !dependencies.isForeign(page));
    if (first) this.#own.add(first);
    // Clients and pages may have opened the others before Playwright was connected.
    for (const page of pages) this.#add(page);
    context.on('page', (page) => this.#add(page));
  }

  /** Brings the current page to the front: Chromium takes no picture of a page behind another. */
  async get(): Promise<Page> {
    const page = await this.ensure();
    // Actions use it now, even if a client created it.
    this.#own.add(page);
    // The action notices if the page closes now.
    if (this.#pages.length > 1) await page.bringToFront().catch(() => undefined);
    return page;
  }

  /** The current page, or a new one if none is left. */
  async ensure(): Promise<Page> {
    // The browser answers after its earlier events. So a page that closed before is not returned.
    await this.#dependencies.browser.send('Browser.getVersion');
    return (await this.pageIfOpen()) ?? (await this.#make());
  }

  /** The current page by the events so far. Undefined if none is open. */
  async pageIfOpen(): Promise<Page | undefined> {
    await this.#judged;
    const page = this.#pages.findLast((each) => !this.#foreign.has(each));
    return page?.isClosed() ? undefined : page;
  }

  async #make(): Promise<Page> {
    this.#making ??= this.#context.newPage();
    try {
      return await this.#making;
    } finally {
      this.#making = undefined;
    }
  }

  #add(page: Page): void {
    if (this.#dependencies.isForeign(page)) this.#foreign.add(page);
    this.#follow(page);
    if (!this.#foreign.has(page)) this.#judged = this.#judged.then(() => ifInTime(this.#judge(page), judgeMs));
  }

  #follow(page: Page): void {
    this.#pages.unshift(page);
    page.once('close', () => {
      this.#pages = this.#pages.filter((each) => each !== page);
    });
    page.once('crash', () => this.#close(page));
  }

  /**
   * Makes a page current if a page of `#own` opened it. After a click with Control, Shift or the middle button, the
   * new page names no opener. Such a page becomes current if no client requested it.
   */
  async #judge(page: Page): Promise<void> {
    const opener = await page.opener();
    const targetId = targetIdOf(page);
    const isUnasked = async () => targetId !== undefined && !(await this.#dependencies.requestedTargets.has(targetId));
    const isOwn = opener ? this.#own.has(opener) : await isUnasked();
    if (!isOwn) return;
    // A headless shell reports such a page before its document.
    if (!opener && page.url() === 'about:blank') page.once('framenavigated', () => this.#makeCurrent(page));
    else this.#makeCurrent(page);
  }

  #makeCurrent(page: Page): void {
    if (!this.#pages.includes(page)) return;
    this.#own.add(page);
    this.#pages = [...this.#pages.filter((each) => each !== page), page];
  }

  #close(page: Page): void {
    this.#pages = this.#pages.filter((each) => each !== page);
    page.close().catch(() => undefined);
  }
}
