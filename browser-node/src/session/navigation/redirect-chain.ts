import { ifInTime } from '@tintype/runtime';
import type { Frame, Page, Request, Response } from 'playwright-core';
import { isErrorPage } from '../pages/unloaded.js';
import { isNavigationOf } from './navigation-watch.js';

const errorPageMs = 5000;

const withoutFragment = (address: string): string => address.replace(/#.*/s, '');

/** Follows a navigation through its redirects, and notices Chromium's error page. */
export class RedirectChain {
  readonly #page: Page;
  readonly #errorPage = Promise.withResolvers<void>();
  /** The address of the last request, at first the page's own. */
  address: string;
  readonly #statuses = new Map<string, number>();
  /** The number of navigations of the page, ours and others. */
  #begun = 0;

  constructor(page: Page) {
    this.#page = page;
    this.address = page.url();
    page.on('request', this.#request);
    page.on('response', this.#response);
    page.on('framenavigated', this.#arrive);
  }

  get status(): number | undefined {
    return this.statusOf(this.address);
  }

  /** The status at an address on the way: the page may have navigated on since. */
  statusOf(address: string): number | undefined {
    return this.#statuses.get(withoutFragment(address));
  }

  /** False until the browser sends a request: a `beforeunload` handler of the page may still run. */
  get hasBegun(): boolean {
    return this.#begun > 0;
  }

  /** Whether the page also navigated on its own. */
  get isDisturbed(): boolean {
    return this.#begun > 1;
  }

  /** Resolves when Chromium shows its error page, a moment after the failure. The next navigation must wait for it. */
  async errorPageShown(): Promise<void> {
    await ifInTime(this.#errorPage.promise, errorPageMs);
  }

  end(): void {
    this.#page.off('request', this.#request);
    this.#page.off('response', this.#response);
    this.#page.off('framenavigated', this.#arrive);
  }

  readonly #request = (request: Request) => {
    if (!isNavigationOf(this.#page, request)) return;
    this.address = request.url();
    if (!request.redirectedFrom()) this.#begun += 1;
    // A redirect may lead back to this address.
    else this.#statuses.delete(withoutFragment(this.address));
  };

  readonly #response = (response: Response) => {
    const request = response.request();
    if (isNavigationOf(this.#page, request)) this.#statuses.set(withoutFragment(request.url()), response.status());
  };

  readonly #arrive = (frame: Frame) => {
    if (frame === this.#page.mainFrame() && isErrorPage(frame.url())) this.#errorPage.resolve();
  };
}
