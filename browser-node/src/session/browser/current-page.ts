import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { AskedTargets } from '../../browser/cdp/asked-targets.js';
import type { Journal } from '../pages/journal.js';
import { ifInTime } from '../waits/in-time.js';
import { targetIdOf } from './playwright-inner.js';

/** More are closed as they come. A click opens one at most, but nobody counts clicks. */
const mostPages = 20;
/** Whoever asks the browser for a page is told at once. */
const askedMs = 2000;

interface CurrentPageDependencies {
  /** Playwright's way to the browser itself. */
  browser: Pick<CDPSession, 'send'>;
  asked: Pick<AskedTargets, 'has'>;
  /** Whether a page is in a context that a client has made. Asked once, as it comes. */
  isForeign: (page: Page) => boolean;
  journal: Pick<Journal, 'note'>;
}

/**
 * The page that actions are about: the newest that the pages themselves have opened and that is still there, as a person
 * would see it. When it is closed, the one before is it again. What a client makes by the DevTools protocol is the
 * client's, and what that opens: it becomes the current page only when there is no other, and never in a context that a
 * client has made, which Playwright does not tell from the browser's own. There always is one.
 */
export class CurrentPage {
  readonly #context: BrowserContext;
  readonly #dependencies: CurrentPageDependencies;
  /** The current one is the last. */
  #pages: Page[] = [];
  /** Ours, and not a client's. */
  readonly #own = new WeakSet<Page>();
  /** In contexts of clients. They count among those that there may be. */
  readonly #foreign = new WeakSet<Page>();
  /** Whose each page is that has come. */
  #judged: Promise<unknown> = Promise.resolve();
  #making: Promise<Page> | undefined;

  constructor(context: BrowserContext, surroundings: CurrentPageDependencies) {
    this.#context = context;
    this.#dependencies = surroundings;
    for (const page of context.pages()) {
      this.#own.add(page);
      this.#follow(page);
    }
    context.on('page', (page) => this.#add(page));
  }

  /** In front of the others: of a page that a client's is before, the browser paints no picture. */
  async get(): Promise<Page> {
    const page = await this.ensure();
    // Whosever it was: it is what actions are about.
    this.#own.add(page);
    // One that closes just now is missed by whoever acts on it.
    if (this.#pages.length > 1) await page.bringToFront().catch(() => undefined);
    return page;
  }

  /** As {@link get}, wherever it is among the others. */
  async ensure(): Promise<Page> {
    // Its answer comes after what the browser has said so far: a client that has seen a page close does not get that page.
    await this.#dependencies.browser.send('Browser.getVersion');
    return (await this.known()) ?? (await this.#make());
  }

  /** As far as the browser has said; undefined where there is none. */
  async known(): Promise<Page | undefined> {
    await this.#judged;
    const page = this.#pages.findLast((each) => !this.#foreign.has(each));
    return page?.isClosed() ? undefined : page;
  }

  /** There are never too many pages for one that actions can be about. */
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
    if (this.#pages.length >= mostPages && !this.#making) {
      this.#dependencies.journal.note(`A page was closed as it came: a session has ${mostPages} at most.`);
      this.#close(page);
      return;
    }
    this.#follow(page);
    if (!this.#foreign.has(page)) this.#judged = this.#judged.then(() => ifInTime(this.#judge(page), askedMs));
  }

  #follow(page: Page): void {
    this.#pages.unshift(page);
    page.once('close', () => {
      this.#pages = this.#pages.filter((each) => each !== page);
    });
    // Its process has ended; another page takes its place.
    page.once('crash', () => this.#close(page));
  }

  /** Not every page names the one that has opened it: not one that came of a click with Control, Shift or the middle button. */
  async #judge(page: Page): Promise<void> {
    const opener = await page.opener();
    const targetId = targetIdOf(page);
    const isUnasked = async () => targetId !== undefined && !(await this.#dependencies.asked.has(targetId));
    const isOwn = opener ? this.#own.has(opener) : await isUnasked();
    if (isOwn && this.#pages.includes(page)) this.#bringToFront(page);
  }

  #bringToFront(page: Page): void {
    this.#own.add(page);
    this.#pages = [...this.#pages.filter((each) => each !== page), page];
  }

  #close(page: Page): void {
    this.#pages = this.#pages.filter((each) => each !== page);
    page.close().catch(() => undefined);
  }
}
