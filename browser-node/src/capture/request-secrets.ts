import { EventEmitter, once } from 'node:events';
import { TintypeError } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../browser/cdp/connection.js';
import type { Page } from '../browser/page/page.js';
import type { PrepareFrame } from './open.js';
import type { Run } from './run.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

const originOf = (url: string | undefined) => (url ? URL.parse(url)?.origin : undefined);
const referrerOf = ({ request: { headers } }: Paused) => headers.Referer ?? headers.referer;

/** Chromium reports a request within milliseconds of its pause, before or after it. */
const reportMs = 1000;

/**
 * Decides which requests get `headers`: those of the origin to itself. Only what belongs to a request counts as its
 * asker. Which document the frame shows may be known too late: another one may ask meanwhile.
 */
class OwnRequests {
  readonly #page: Page;
  readonly #origin: string;
  /** The documents that ask, by request under way. */
  readonly #askers = new Map<string, string>();
  /** Requests that went to another site, which chooses where a redirect leads. */
  readonly #strayed = new Set<string>();
  readonly #reports = new EventEmitter();
  #firstDocument: string | undefined;
  #firstAddress = '';

  constructor(page: Page, origin: string) {
    this.#page = page;
    this.#origin = origin;
    const { session } = page;
    session.on('Network.requestWillBeSent', ({ requestId, documentURL }) => {
      this.#askers.set(requestId, documentURL);
      this.#reports.emit(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#forget(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#forget(requestId));
  }

  async has(event: Paused): Promise<boolean> {
    const { networkId, request } = event;
    // Without it, no document is known to ask.
    if (networkId === undefined) return false;
    if (originOf(request.url) !== this.#origin) this.#strayed.add(networkId);
    if (this.#page.requests.isMainDocument(event)) this.#firstDocument ??= networkId;
    if (this.#strayed.has(networkId)) return false;
    if (this.#page.requests.isMainDocument(event)) return this.#hasDocument(event);
    const isOfPage = this.#page.requests.isOfMainFrame(event);
    return originOf(isOfPage ? await this.#askerOf(networkId) : referrerOf(event)) === this.#origin;
  }

  /** A frame of another site may navigate the page too. A reload has no referrer, and asks for nothing new. */
  #hasDocument(event: Paused): boolean {
    const { method, url } = event.request;
    if (event.networkId === this.#firstDocument) {
      this.#firstAddress = url;
      return true;
    }
    return originOf(referrerOf(event)) === this.#origin || (method === 'GET' && url === this.#firstAddress);
  }

  async #askerOf(networkId: string): Promise<string | undefined> {
    if (!this.#askers.has(networkId))
      await once(this.#reports, networkId, { signal: AbortSignal.timeout(reportMs) }).catch(() => undefined);
    return this.#askers.get(networkId);
  }

  #forget(requestId: string): void {
    this.#askers.delete(requestId);
    this.#strayed.delete(requestId);
  }
}

/**
 * Adds `headers` to requests of the page's origin to itself. Other sites get none, also after a redirect, and cannot make
 * a request with them: neither a document that the page was redirected to, nor a frame.
 */
export const sendHeaders = ({ page, options }: Run, headers: Readonly<Record<string, string>>): PrepareFrame => {
  const own = new OwnRequests(page, new URL(options.url).origin);
  // A frame with a session of its own is of another site.
  return (session, requests) =>
    session === page.session
      ? [requests.addHeaders(async (event) => ((await own.has(event)) ? headers : undefined))]
      : [];
};

/** Sets `cookies` before the first request, as if the page's server had. The context ends with the page. */
export const setCookies = async ({ session }: Page, { url, cookies }: Run['options']): Promise<void> => {
  if (!cookies) return;
  const wanted = cookies.map((cookie) => ({ ...cookie, url }) as Protocol.Network.CookieParam);
  try {
    await session.send('Network.setCookies', { cookies: wanted });
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    const advice = 'Check `secure` and `sameSite`, and names that begin with __Host- or __Secure-.';
    throw new TintypeError('invalid_option', `The browser refuses a cookie of \`cookies\`. ${advice}`, {
      cause: error,
    });
  }
};
