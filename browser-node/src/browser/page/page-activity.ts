import { EventEmitter, once } from 'node:events';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/connection.js';

/** Kinds of requests that do not show whether a page is done. Most stay open. */
const endless = new Set<Protocol.Network.ResourceType>(['WebSocket', 'EventSource', 'Media', 'Ping', 'Preflight']);

/** Kinds of requests whose end changes the picture, but seldom starts another request. */
const drawn = new Set<Protocol.Network.ResourceType>(['Image', 'Font']);

/** Kinds of requests that keep a connection open. */
const live = new Set<Protocol.Network.ResourceType>(['WebSocket', 'EventSource', 'Media']);

/**
 * Chromium reports the request for a worker's script to its page, but not its end. Only these scripts have an id without
 * the number of a process, such as `1499.2`.
 */
const isWorkerScript = (type: string | undefined, requestId: string) =>
  type === 'Script' && /^[\dA-F]{32}$/.test(requestId);

interface DocumentFailure {
  url: string;
  /** Chromium's code, `net::ERR_…`. */
  errorText: string;
}

/** Tracks a page by its session's events: the main frame's document, its load, and the requests under way. */
export class PageActivity {
  status: number | undefined;
  /** The type of the main frame's document. */
  mimeType = '';
  /** Documents of the main frame that have begun. */
  documents = 0;
  /** The page itself navigated to a document that failed; Chromium shows a blank page. */
  failure: DocumentFailure | undefined;
  /** The server closed the connection, or loading was stopped. */
  endedEarly = false;
  /** The document holds a connection open or plays media: its content follows clocks outside of the page. */
  isLive = false;
  /** Requests for fonts that have begun, in all documents. */
  fonts = 0;
  /** Ended requests, pictures and fonts excepted. After such an end, a script may send another request. */
  scriptableEnds = 0;
  /** The main frame's URL, after redirects. */
  requestedUrl = '';
  /** A wait for the page's requests did not end: later waits are short. */
  isSlow = false;
  /** True if the page's images and fonts are late. */
  arePartsLate = false;
  readonly #mainFrame: string;
  readonly #requests = new Map<string, Protocol.Network.ResourceType | undefined>();
  /** All requests whose end Chromium reports, also those that `quiet` ignores. */
  readonly #allRequests = new Set<string>();
  /** The hosts of pictures and fonts whose requests are under way. */
  readonly #drawnHosts = new Map<string, string>();
  /** Requests that a wait gave up. */
  readonly #hanging = new Set<string>();
  readonly #changed = new EventEmitter();
  #loader = '';
  #mainRequest = '';
  #loaded = false;
  #parsed = false;
  #givenUp = false;
  #ignoresParts = false;

  constructor(session: CdpSession, mainFrame: string) {
    this.#mainFrame = mainFrame;
    session.on('Network.requestWillBeSent', (event) => this.#sent(event));
    session.on('Network.responseReceived', (event) => this.#received(event));
    session.on('Network.loadingFinished', ({ requestId }) => this.#finished(requestId));
    session.on('Network.loadingFailed', (event) => this.#failed(event));
    session.on('Network.webSocketCreated', () => this.#becameLive());
    session.on('Network.webTransportCreated', () => this.#becameLive());
    session.on('Media.playerCreated', () => this.#becameLive());
    session.on('Page.lifecycleEvent', (event) => this.#lifecycle(event));
    session.on('Page.frameStoppedLoading', (event) => this.#stopped(event));
  }

  /** The loader id of the main frame's document, which is also its request's id. */
  get document(): string {
    return this.#loader;
  }

  /** The document fired `load` or stopped without it, or nothing waits for its parts. */
  get loaded(): boolean {
    return this.#loaded || this.ignoresParts;
  }

  /** The document fired `DOMContentLoaded`, which follows its deferred scripts, or counts as loaded. */
  get parsed(): boolean {
    return this.#parsed || this.loaded;
  }

  /** The page has loaded, and no request is under way, except hung and endless ones. Or nothing waits for its parts. */
  get quiet(): boolean {
    return this.ignoresParts || (this.#loaded && this.#requests.size === 0);
  }

  /** A request of any kind is under way: while one is, Chromium lets no virtual time pass. */
  get holdsTime(): boolean {
    return this.#allRequests.size > 0;
  }

  /** A request that has hung is still under way. */
  get hangs(): boolean {
    return this.#hanging.size > 0;
  }

  /** Marks the requests under way as hung: no later wait counts them. */
  leaveHanging(): void {
    for (const request of this.#requests.keys()) this.#hanging.add(request);
    this.#requests.clear();
    this.isSlow = true;
  }

  /** The hosts of pictures and fonts whose requests have hung and are still under way. */
  get hungHosts(): string[] {
    return [...new Set([...this.#hanging].flatMap((request) => this.#drawnHosts.get(request) ?? []))];
  }

  get givenUp(): boolean {
    return this.#givenUp;
  }

  /** Nothing waits for the document's requests, pictures and fonts: a client wants none, or the document was given up. */
  get ignoresParts(): boolean {
    return this.#ignoresParts || this.#givenUp;
  }

  /** Ends the waits for requests, pictures and fonts. The document works, unlike one that was given up. */
  ignoreParts(): void {
    this.#ignoresParts = true;
    this.#changed.emit('change');
  }

  giveUp(): void {
    this.#givenUp = true;
    this.#changed.emit('change');
  }

  /** Also called after a navigation's answer, because the document's events arrive later. */
  beginDocument(loaderId: string): void {
    if (loaderId === this.#loader) return;
    this.documents += 1;
    this.#loader = loaderId;
    this.#loaded = false;
    this.#parsed = false;
    this.#givenUp = false;
    this.#ignoresParts = false;
    this.endedEarly = false;
    this.isLive = false;
    this.isSlow = false;
    this.arePartsLate = false;
    this.#hanging.clear();
    // Chromium does not always report the end of the old document's requests.
    const isUnderWay = this.#requests.has(loaderId);
    this.#requests.clear();
    this.#allRequests.clear();
    this.#drawnHosts.clear();
    if (isUnderWay) this.#begin(loaderId, 'Document');
    this.#changed.emit('change');
  }

  async until(condition: () => boolean, signal: AbortSignal): Promise<void> {
    while (!condition()) await once(this.#changed, 'change', { signal });
  }

  #sent({ requestId, frameId, type, request }: Protocol.Network.RequestWillBeSentEvent): void {
    if (type === 'Document' && frameId === this.#mainFrame) {
      this.requestedUrl = request.url;
      this.#mainRequest = requestId;
      this.failure = undefined;
    }
    if (type && live.has(type)) this.#becameLive();
    if (type === 'Font') this.fonts += 1;
    if (type && drawn.has(type)) this.#drawnHosts.set(requestId, URL.parse(request.url)?.hostname ?? '');
    if (isWorkerScript(type, requestId)) return;
    this.#begin(requestId, type);
    this.#changed.emit('change');
  }

  #begin(requestId: string, type: Protocol.Network.ResourceType | undefined): void {
    this.#allRequests.add(requestId);
    if (!type || !endless.has(type)) this.#requests.set(requestId, type);
  }

  #received({ requestId, frameId, type, response }: Protocol.Network.ResponseReceivedEvent): void {
    // Only the response shows the true type of an endless stream.
    if (endless.has(type)) this.#leaveOut(requestId);
    if (live.has(type)) this.#becameLive();
    if (type !== 'Document' || frameId !== this.#mainFrame) return;
    this.status = response.status;
    this.mimeType = response.mimeType;
  }

  #becameLive(): void {
    this.isLive = true;
  }

  #failed({ requestId, errorText, canceled }: Protocol.Network.LoadingFailedEvent): void {
    // Cancelled, or answered without a document (204, a download): the old document stays.
    const keepsDocument = canceled || errorText === 'net::ERR_ABORTED';
    if (requestId === this.#loader) this.endedEarly = true;
    else if (requestId === this.#mainRequest && !keepsDocument) this.failure = { url: this.requestedUrl, errorText };
    this.#finished(requestId);
  }

  #finished(requestId: string): void {
    this.#allRequests.delete(requestId);
    this.#drawnHosts.delete(requestId);
    this.#leaveOut(requestId);
  }

  #leaveOut(requestId: string): void {
    const type = this.#requests.get(requestId);
    if (this.#requests.delete(requestId) && !(type && drawn.has(type))) this.scriptableEnds += 1;
    this.#hanging.delete(requestId);
    this.#changed.emit('change');
  }

  /** The event follows `load`, or replaces it if a script, a download or a closed connection stopped the document. */
  #stopped({ frameId }: Protocol.Page.FrameStoppedLoadingEvent): void {
    if (frameId !== this.#mainFrame) return;
    this.#loaded = true;
    this.#changed.emit('change');
  }

  #lifecycle({ frameId, loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
    if (frameId !== this.#mainFrame) return;
    if (name === 'init') this.beginDocument(loaderId);
    if (name === 'DOMContentLoaded' && loaderId === this.#loader) this.#parsed = true;
    if (name === 'load' && loaderId === this.#loader) {
      this.#loaded = true;
      // A document's request has the id of its loader, and ends only after `load`.
      this.#requests.delete(loaderId);
      this.#allRequests.delete(loaderId);
    }
    this.#changed.emit('change');
  }
}
