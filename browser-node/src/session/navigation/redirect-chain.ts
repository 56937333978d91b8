import { setTimeout } from 'node:timers/promises';
import type { Frame, Page, Request, Response } from 'playwright-core';
import { isErrorPage } from '../pages/unloaded.js';
import { isNavigationOf } from './navigation-watch.js';

const errorPageMs = 5000;

const withoutFragment = (address: string): string => address.replace(/#.*/s, '');

/** Follows a navigation through its redirects, and knows when Chromium shows a page of its own because it failed. */
export class RedirectChain {
  readonly #page: Page;
  readonly #errorPage = Promise.withResolvers<void>();
  /** Where it has come to. */
  address: string;
  /** What servers have answered, by what they were asked for. */
  readonly #statuses = new Map<string, number>();
  /** Navigations of the page, ours and others. */
  #begun = 0;

  /** It is followed from the start: there may stand a page of Chromium's already. */
  constructor(page: Page) {
    this.#page = page;
    this.address = page.url();
    page.on('request', this.#request);
    page.on('response', this.#response);
    page.on('framenavigated', this.#arrive);
  }

  /** What the last server that was asked has answered. */
  get status(): number | undefined {
    return this.statusOf(this.address);
  }

  /** What was answered at an address on the way: a page that goes somewhere by itself may have come to another one since. */
  statusOf(address: string): number | undefined {
    return this.#statuses.get(withoutFragment(address));
  }

  /** Before that, the page is asked whether it may be left. */
  get hasBegun(): boolean {
    return this.#begun > 0;
  }

  /** Whether the page has gone somewhere by itself meanwhile. */
  get isDisturbed(): boolean {
    return this.#begun > 1;
  }

  /** Chromium's own page comes a moment after the failure is told, and the next navigation must not meet it. */
  async errorPageShown(): Promise<void> {
    await Promise.race([this.#errorPage.promise, setTimeout(errorPageMs, undefined, { ref: false })]);
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
    // It may lead back to where it was.
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
