import { TintypeError } from '@tintype/contracts';
import type { Run } from '../run.js';

/** The most console lines that are read: each costs us time. Later errors are missed. */
const maxLines = 2000;
const maxText = 200;

/** An address for a message: cut, and without the query, which may hold secrets of the site. */
const addressOf = (url: string) => (url.split(/[?#]/, 1)[0] ?? '').slice(0, maxText);
const lineOf = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxText);

/** Errors of requests that did not fail by themselves: we blocked them, or the page dropped them. */
const isNoFailure = /BLOCKED_BY_CLIENT|ERR_ABORTED/;

/** Watches one page for the failures that `failOn` names. Keeps the first. */
export class PageFailures {
  readonly #run: Run;
  #failure: string | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Begins to listen, before the first request. */
  async open(): Promise<void> {
    const { session } = this.#run.page;
    if (this.#asks('request')) this.#watchRequests();
    if (!this.#asks('console')) return;
    let lines = 0;
    const countLine = () => {
      lines += 1;
      if (lines === maxLines) session.send('Runtime.disable').catch(() => undefined);
    };
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      countLine();
      const text = args.map(({ value, description }) => description ?? String(value)).join(' ');
      if (type === 'error' || type === 'assert') this.#fail(`The page wrote an error to its console: ${lineOf(text)}`);
    });
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
      countLine();
      this.#fail(`A script of the page failed: ${lineOf(exception?.description ?? text)}`);
    });
    await session.send('Runtime.enable');
  }

  /** Throws `page_failed` with the first failure. */
  check(): void {
    const { status = 200 } = this.#run.page.activity;
    const isBad = this.#asks('status') && status >= 400;
    const failure = isBad ? `The page answered with the status ${status}.` : this.#failure;
    if (failure !== undefined) throw new TintypeError('page_failed', failure);
  }

  #asks(what: NonNullable<Run['options']['failOn']>[number]): boolean {
    return this.#run.options.failOn?.includes(what) ?? false;
  }

  #watchRequests(): void {
    const { session, activity } = this.#run.page;
    const failed = (address: string, how: string) => this.#fail(`A request of the page failed: ${address} ${how}.`);
    const addresses = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) =>
      addresses.set(requestId, addressOf(request.url)),
    );
    session.on('Network.responseReceived', ({ response: { url, status } }) => {
      // The page's own status counts for `status`, not for `request`.
      if (status >= 400 && url !== activity.requestedUrl) failed(addressOf(url), `answered with the status ${status}`);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      if (!canceled && !isNoFailure.test(errorText)) failed(addresses.get(requestId) ?? 'one', 'got no answer');
      addresses.delete(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId }) => addresses.delete(requestId));
  }

  #fail(sentence: string): void {
    this.#failure ??= sentence;
  }
}

/** Undefined without `failOn`. */
export const failuresOf = (run: Run): PageFailures | undefined =>
  run.options.failOn ? new PageFailures(run) : undefined;
