import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/connection.js';

type AuthAnswer = Protocol.Fetch.AuthChallengeResponse;

/** `stub` answers in the server's place, `block` fails the request. */
export type FilterAnswer = 'continue' | 'block' | { stub: { contentType: string; body: string } };

/** Headers to add to a request, by name. */
type MoreHeaders = (event: Protocol.Fetch.RequestPausedEvent) => Promise<Readonly<Record<string, string>> | undefined>;

/** A document that this process serves at its URL. */
interface ServedDocument {
  url: string;
  html: string;
}

type Filter = (event: Protocol.Fetch.RequestPausedEvent) => FilterAnswer;

/** All headers of a request. Headers of `more` replace those of the same name. Chromium adds cookies itself. */
const withHeaders = ({ headers }: Protocol.Network.Request, more: Readonly<Record<string, string>>) => {
  const replaced = new Set(Object.keys(more).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()));
  return [...kept, ...Object.entries(more)].map(([name, value]) => ({ name, value }));
};

/**
 * Answers the requests that Chromium pauses. A session has one `Fetch.enable`, and each request gets one answer, so
 * every rule lives here.
 */
export class PausedRequests {
  readonly #session: CdpSession;
  readonly #mainFrame: string | undefined;
  #auth: ((event: Protocol.Fetch.AuthRequiredEvent) => AuthAnswer) | undefined;
  readonly #filters: Filter[] = [];
  #moreHeaders: MoreHeaders | undefined;
  #document: ServedDocument | undefined;
  #refusing = false;
  #listening = false;

  constructor(session: CdpSession, mainFrame?: string) {
    this.#session = session;
    this.#mainFrame = mainFrame;
  }

  /** Calls `answer` when a server asks for a password. */
  async answerAuth(answer: (event: Protocol.Fetch.AuthRequiredEvent) => AuthAnswer): Promise<void> {
    this.#auth = answer;
    await this.#enable();
  }

  /**
   * Asks `filter` about each request but those for documents of the main frame. The first filter
   * that does not answer `continue` decides.
   */
  async filter(filter: Filter): Promise<void> {
    this.#filters.push(filter);
    await this.#enable();
  }

  /** Adds what `moreHeaders` returns to each request that is sent, also to those after redirects. */
  async addHeaders(moreHeaders: MoreHeaders): Promise<void> {
    this.#moreHeaders = moreHeaders;
    await this.#enable();
  }

  isMainDocument({ resourceType, frameId }: Protocol.Fetch.RequestPausedEvent): boolean {
    return resourceType === 'Document' && frameId === this.#mainFrame;
  }

  isOfMainFrame({ frameId }: Protocol.Fetch.RequestPausedEvent): boolean {
    return frameId === this.#mainFrame;
  }

  /**
   * Serves the document at its URL, for the main frame. Any other request whose URL begins with this one fails,
   * in all frames of this process.
   */
  async serve(document: ServedDocument): Promise<void> {
    this.#document = document;
    await this.#enable();
  }

  /** Blocks every further document of the main frame. */
  async refuseDocuments(): Promise<void> {
    this.#refusing = true;
    await this.#enable();
  }

  async #enable(): Promise<void> {
    if (!this.#listening) {
      this.#listening = true;
      this.#session.on('Fetch.requestPaused', (event) => this.#paused(event));
      this.#session.on('Fetch.authRequired', (event) => this.#authenticate(event));
    }
    await this.#session.send('Fetch.enable', this.#scope);
  }

  get #scope(): Protocol.Fetch.EnableRequest {
    if (this.#auth) return { handleAuthRequests: true };
    if (this.#filters.length > 0 || this.#moreHeaders) return { patterns: [{ urlPattern: '*' }] };
    return {
      patterns: [
        ...(this.#document ? [{ urlPattern: `${this.#document.url}*` }] : []),
        ...(this.#refusing ? [{ resourceType: 'Document' as const }] : []),
      ],
    };
  }

  #paused(event: Protocol.Fetch.RequestPausedEvent): void {
    // The page or its browser may be gone.
    this.#answer(event).catch(() => undefined);
  }

  async #answer(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId } = event;
    const isMainDocument = this.isMainDocument(event);
    if (isMainDocument && this.#refusing) return this.#fail(requestId, 'Aborted');
    if (this.#document && event.request.url.startsWith(this.#document.url))
      return this.#answerOwn(event, this.#document, isMainDocument);
    const answer = isMainDocument ? 'continue' : this.#judge(event);
    if (answer === 'continue') await this.#continue(event);
    else if (answer === 'block') await this.#fail(requestId, 'BlockedByClient');
    else await this.#stub(requestId, answer.stub);
  }

  async #continue(event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const more = this.#moreHeaders && (await this.#moreHeaders(event));
    const headers = more ? { headers: withHeaders(event.request, more) } : {};
    await this.#session.send('Fetch.continueRequest', { requestId: event.requestId, ...headers });
  }

  #judge(event: Protocol.Fetch.RequestPausedEvent): FilterAnswer {
    for (const filter of this.#filters) {
      const answer = filter(event);
      if (answer !== 'continue') return answer;
    }
    return 'continue';
  }

  async #fail(requestId: string, errorReason: Protocol.Network.ErrorReason): Promise<void> {
    await this.#session.send('Fetch.failRequest', { requestId, errorReason });
  }

  async #answerOwn(
    { requestId, request }: Protocol.Fetch.RequestPausedEvent,
    { url, html }: ServedDocument,
    isMainDocument: boolean,
  ): Promise<void> {
    if (!isMainDocument || request.url !== url) return this.#fail(requestId, 'AddressUnreachable');
    await this.#stub(requestId, { contentType: 'text/html; charset=utf-8', body: html });
  }

  async #stub(requestId: string, { contentType, body }: { contentType: string; body: string }): Promise<void> {
    const headers = { 'content-type': contentType, 'access-control-allow-origin': '*' };
    await this.#session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: Buffer.from(body).toString('base64'),
    });
  }

  #authenticate(event: Protocol.Fetch.AuthRequiredEvent): void {
    const { requestId } = event;
    const authChallengeResponse = this.#auth?.(event) ?? { response: 'Default' };
    this.#session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  }
}
