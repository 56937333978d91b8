import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** More are closed as they come. A click opens one at most, but nobody counts clicks. */
const mostPages = 20;

/**
 * The page that actions are about: the newest that the pages themselves have opened and that is still there, as a person
 * would see it. When it is closed, the one before is it again. What a client makes by the DevTools protocol is the
 * client's, and what that opens: it becomes the current page only when there is no other, and never in a context that a
 * client has made, which Playwright does not tell from the browser's own. There always is one.
 */
export class CurrentPage {
  readonly #context: BrowserContext;
  readonly #browser: CDPSession;
  readonly #isForeign: (page: Page) => boolean;
  /** The current one is the last. */
  #pages: Page[] = [];
  /** Ours, and not a client's. */
  readonly #own = new WeakSet<Page>();
  /** In contexts of clients. They count among those that there may be. */
  readonly #foreign = new WeakSet<Page>();
  readonly #targetIds = new WeakMap<Page, Promise<string>>();

  /** `isForeign` is asked once, as a page comes: whether it is in a context that a client has made. */
  constructor(context: BrowserContext, browser: CDPSession, isForeign: (page: Page) => boolean) {
    this.#context = context;
    this.#browser = browser;
    this.#isForeign = isForeign;
    for (const page of context.pages()) {
      this.#own.add(page);
      this.#add(page);
    }
    context.on('page', (page) => this.#add(page));
  }

  /** In front of the others: of a page that a client's is before, the browser paints no picture. */
  async get(): Promise<Page> {
    // Its answer comes after what the browser has said so far: whoever has seen a page close is not given that page.
    await this.#browser.send('Browser.getVersion');
    const page = this.known ?? (await this.#context.newPage());
    // Whosever it was: it is what actions are about.
    this.#own.add(page);
    // One that closes just now is missed by whoever acts on it.
    if (this.#pages.length > 1) await page.bringToFront().catch(() => undefined);
    return page;
  }

  /** As far as the browser has said, without a word to it; undefined where there is none. */
  get known(): Page | undefined {
    const page = this.#pages.findLast((each) => !this.#foreign.has(each));
    return page?.isClosed() ? undefined : page;
  }

  /** What the browser calls the page. */
  targetId(page: Page): Promise<string> {
    const id = this.#targetIds.get(page) ?? this.#askTargetId(page);
    this.#targetIds.set(page, id);
    return id;
  }

  async #askTargetId(page: Page): Promise<string> {
    const session = await this.#context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return targetInfo.targetId;
  }

  #add(page: Page): void {
    if (this.#pages.includes(page)) return;
    if (this.#isForeign(page)) this.#foreign.add(page);
    if (this.#pages.length < mostPages) this.#follow(page);
    else this.#close(page);
  }

  #follow(page: Page): void {
    this.#pages.unshift(page);
    page.on('popup', (popup) => {
      this.#add(popup);
      if (this.#own.has(page) && this.#pages.includes(popup)) this.#bringToFront(popup);
    });
    page.once('close', () => {
      this.#pages = this.#pages.filter((each) => each !== page);
    });
    // Its process has ended; another page takes its place.
    page.once('crash', () => this.#close(page));
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
