import { TintypeError } from '@tintype/contracts';
import type { Run } from '../run.js';

/** After more lines of the console, later errors are not seen: each line costs us time. */
const maxLines = 2000;
const maxText = 200;

/** Cut, in one line, without the query, which may hold secrets of the site. */
const addressOf = (url: string) => (url.split(/[?#]/, 1)[0] ?? '').slice(0, maxText);
const lineOf = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxText);

/** The request did not fail: we blocked it, or the page dropped it. */
const isOurs = /BLOCKED_BY_CLIENT|ERR_ABORTED/;

/** What `failOn` asks about one page. Keeps the first failure. */
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
    const isEnough = () => {
      lines += 1;
      if (lines === maxLines) session.send('Runtime.disable').catch(() => undefined);
    };
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      isEnough();
      const text = args.map(({ value, description }) => description ?? String(value)).join(' ');
      if (type === 'error' || type === 'assert') this.#fail(`The page wrote an error to its console: ${lineOf(text)}`);
    });
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) => {
      isEnough();
      this.#fail(`A script of the page failed: ${lineOf(exception?.description ?? text)}`);
    });
    await session.send('Runtime.enable');
  }

  /** Throws `page_failed` with what failed first. */
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
      // The page's own status is another question.
      if (status >= 400 && url !== activity.requestedUrl) failed(addressOf(url), `answered with the status ${status}`);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
      if (!canceled && !isOurs.test(errorText)) failed(addresses.get(requestId) ?? 'one', 'got no answer');
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
