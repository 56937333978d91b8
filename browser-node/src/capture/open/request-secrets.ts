import { EventEmitter, once } from 'node:events';
import { documentUrl, isDocumentUrl } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import type { Page } from '../../browser/page/page.js';
import type { Run } from '../run.js';
import type { PrepareFrame } from './open.js';
import { cookieHeader } from './target-cookies.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

const originOf = (url: string | undefined) => (url ? URL.parse(url)?.origin : undefined);
const referrerOf = ({ request: { headers } }: Paused) => headers.Referer ?? headers.referer;

/** Chromium reports a request within milliseconds of its pause, before or after it. */
const reportMs = 1000;

/**
 * Decides which requests get secrets: those that the page's origin sends to itself. The asker of a request is the
 * document that made it. Only the request's own facts show the asker: its frame may already show another document.
 */
class OwnRequests {
  readonly #page: Page;
  readonly #origin: string;
  /** Origins of documents that may ask. A document that the client sent may ask its base. */
  readonly #askerOrigins: ReadonlySet<string | undefined>;
  readonly #onLeave: (origin: string) => void;
  /** URLs of the askers, keyed by the requests under way. */
  readonly #askers = new Map<string, string>();
  /** Requests that have reached another origin. That origin chooses where a redirect leads. */
  readonly #strayed = new Set<string>();
  readonly #reports = new EventEmitter();
  #firstDocument: string | undefined;
  #firstAddress = '';
  /** A document of another origin may be in the page, and ask. */
  #hasOthers = false;

  /** `onLeave` is called when the page leads to another origin. */
  constructor({ page, options, document }: Run, onLeave: (origin: string) => void) {
    this.#page = page;
    this.#origin = new URL(options.url).origin;
    const isOwnDocument = document !== undefined;
    this.#askerOrigins = new Set([this.#origin, ...(isOwnDocument ? [originOf(documentUrl)] : [])]);
    // The client's own document makes no network request.
    if (isOwnDocument) this.#firstDocument = documentUrl;
    this.#onLeave = onLeave;
    const { session } = page;
    session.on('Network.requestWillBeSent', ({ requestId, documentURL, request, type }) => {
      this.#askers.set(requestId, documentURL);
      // `Fetch` does not pause the request of a frame with a data URL. The frame's document may ask, too.
      if (type === 'Document' && request.url.startsWith('data:')) this.#hasOthers = true;
      this.#reports.emit(requestId);
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.url.startsWith('data:')) this.#hasOthers = true;
    });
    // The opened document may navigate the page.
    session.on('Page.windowOpen', () => {
      this.#hasOthers = true;
    });
    session.on('Network.loadingFinished', ({ requestId }) => this.#forget(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#forget(requestId));
  }

  /** Whether the request gets secrets. */
  async has(event: Paused): Promise<boolean> {
    const { networkId, resourceType } = event;
    // Without a network id, the asker is unknown.
    if (networkId === undefined) return false;
    const isDocument = resourceType === 'Document';
    if (this.#page.requests.isMainDocument(event)) this.#firstDocument ??= networkId;
    this.note(event);
    if (this.#strayed.has(networkId)) return false;
    return isDocument ? this.#hasDocument(event) : this.#hasPart(event, networkId);
  }

  /** Notes a request to another origin. Calls `onLeave` if it is the page's own document. */
  note(event: Paused): void {
    const origin = originOf(event.request.url) ?? '';
    if (origin === this.#origin || event.networkId === undefined) return;
    this.#strayed.add(event.networkId);
    if (event.resourceType !== 'Document') return;
    this.#hasOthers = true;
    if (this.#page.requests.isMainDocument(event)) this.#onLeave(origin);
  }

  /**
   * Whether the request for a document gets secrets. A frame of another site may navigate the page, too. Many pages send
   * no referrer. Then the page itself counts as the asker, unless documents of others are there. A reload requests
   * nothing new.
   */
  #hasDocument(event: Paused): boolean {
    const { method, url } = event.request;
    if (event.networkId === this.#firstDocument) {
      this.#firstAddress = url;
      return true;
    }
    if (this.#isAsker(referrerOf(event))) return true;
    const isReload = this.#page.requests.isMainDocument(event) && method === 'GET' && url === this.#firstAddress;
    return isReload || (referrerOf(event) === undefined && !this.#hasOthers);
  }

  /**
   * Whether the request for a part, such as a picture, gets secrets. The asker counts, not the referrer: a referrer may be
   * a style sheet that any document uses. An `about:` document has no URL of its own, so there the referrer counts.
   */
  async #hasPart(event: Paused, networkId: string): Promise<boolean> {
    const asker = await this.#askerOf(networkId);
    return this.#isAsker(asker?.startsWith('about:') ? referrerOf(event) : asker);
  }

  #isAsker(url: string | undefined): boolean {
    return this.#askerOrigins.has(originOf(url) ?? '');
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

const leaving = (origin: string, lost: readonly string[]) =>
  `The page leads to ${origin}, which gets no ${lost.join(' and no ')}. Only the origin of \`url\` gets what these options send. Give an address of ${origin} as \`url\`.`;

const unused = 'A document without `baseUrl` has no server that could get `headers`, `cookies` and `httpAuth`.';

/**
 * Adds `headers` to requests that the page's origin sends to itself. Other origins get none, also after a redirect, and
 * their documents cannot make requests with the headers. A document that the client sent has another origin than its base.
 * Chromium would send the base no cookies, so they are added like headers. Undefined if nothing is to be added.
 */
export const sendSecrets = (run: Run): PrepareFrame | undefined => {
  const { page, options, document, warnings } = run;
  const { headers, cookies, httpAuth, url } = options;
  const addsCookies = document !== undefined && cookies !== undefined;
  if (isDocumentUrl(url)) {
    if (headers || addsCookies || httpAuth) warnings.push(unused);
    return undefined;
  }
  const lost = [...(headers ? ['`headers`'] : []), ...(httpAuth ? ['`httpAuth`'] : [])];
  if (lost.length === 0 && !addsCookies) return undefined;
  let warned: string | undefined;
  // After several redirects, the client should give the last address: only its warning stays.
  const onLeave = (origin: string) => {
    if (lost.length === 0) return;
    if (warned !== undefined) warnings.splice(warnings.indexOf(warned), 1);
    warned = leaving(origin, lost);
    warnings.push(warned);
  };
  const own = new OwnRequests(run, onLeave);
  const secretsFor = async (event: Paused) => {
    // `httpAuth` is no header: `open` answers the challenges for it.
    if (!headers && !addsCookies) {
      own.note(event);
      return undefined;
    }
    if (!(await own.has(event))) return undefined;
    return { ...headers, ...(addsCookies ? await cookieHeader(page, event.request.url) : {}) };
  };
  // A frame with a session of its own is of another site.
  return (session, requests) => (session === page.session ? [requests.addHeaders(secretsFor)] : []);
};
