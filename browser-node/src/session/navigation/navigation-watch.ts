import type { Frame, Page, Request } from 'playwright-core';

/** Whether a request is for a document of the page itself, not of a frame. */
export const isNavigationOf = (page: Page, request: Request): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();

/** Watches whether the page itself navigates, until `end`. */
export class NavigationWatch {
  readonly #page: Page;
  #underWay: Request | undefined;
  #hasBegun = false;
  #changed = Promise.withResolvers<void>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#begin);
    page.on('requestfailed', this.#fail);
    page.on('framenavigated', this.#arrive);
    page.once('close', this.#end);
  }

  get isUnderWay(): boolean {
    return this.#underWay !== undefined;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async settled(): Promise<void> {
    while (this.#underWay) await this.#changed.promise;
  }

  end(): void {
    this.#page.off('request', this.#begin);
    this.#page.off('requestfailed', this.#fail);
    this.#page.off('framenavigated', this.#arrive);
    this.#page.off('close', this.#end);
  }

  readonly #begin = (request: Request) => {
    if (isNavigationOf(this.#page, request)) this.#set(request);
  };

  readonly #fail = (request: Request) => {
    if (request === this.#underWay) this.#set(undefined);
  };

  readonly #arrive = (frame: Frame) => {
    if (frame === this.#page.mainFrame()) this.#set(undefined);
  };

  readonly #end = () => this.#set(undefined);

  #set(request: Request | undefined): void {
    this.#underWay = request;
    this.#hasBegun ||= request !== undefined;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
