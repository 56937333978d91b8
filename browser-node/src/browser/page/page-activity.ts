import { EventEmitter, once } from 'node:events';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/connection.js';

/** Requests that stay open for good and say nothing about whether a page is done. */
const endless = new Set<Protocol.Network.ResourceType>(['WebSocket', 'EventSource', 'Media', 'Ping', 'Preflight']);

/** A document of the main frame that could not be had. */
export interface DocumentFailure {
  url: string;
  /** Chromium's name for the reason, `net::ERR_…`. */
  errorText: string;
}

/**
 * Follows what a page is doing, from the events of its session: which document its main frame has, whether that has
 * loaded, and how many requests are under way.
 */
export class PageActivity {
  /** HTTP status of the main frame's document. */
  status: number | undefined;
  /** How many documents the main frame has had. */
  documents = 0;
  /** Set when the page itself went on to a document that could not be had; Chromium shows its own, blank page then. */
  failure: DocumentFailure | undefined;
  /** The document that is there ended before its end: its server hung up, or it was stopped. */
  brokenOff = false;
  /** Where the main frame's navigation stands, through its redirects. */
  requestedUrl = '';
  readonly #mainFrame: string;
  readonly #requests = new Set<string>();
  readonly #changed = new EventEmitter();
  #loader = '';
  #mainRequest = '';
  #loaded = false;
  #givenUp = false;

  constructor(session: CdpSession, mainFrame: string) {
    this.#mainFrame = mainFrame;
    session.on('Network.requestWillBeSent', (event) => this.#sent(event));
    session.on('Network.responseReceived', (event) => this.#received(event));
    session.on('Network.loadingFinished', ({ requestId }) => this.#finished(requestId));
    session.on('Network.loadingFailed', (event) => this.#failed(event));
    session.on('Page.lifecycleEvent', (event) => this.#lifecycle(event));
    session.on('Page.frameStoppedLoading', (event) => this.#stopped(event));
  }

  /** Id of the main frame's document, and of the request that it came by. */
  get document(): string {
    return this.#loader;
  }

  /** The main frame's document has fired `load`, has stopped without it, or nobody waits for it any more. */
  get loaded(): boolean {
    return this.#loaded || this.#givenUp;
  }

  /** Loaded, and no request under way; or given up. */
  get quiet(): boolean {
    return this.#givenUp || (this.#loaded && this.#requests.size === 0);
  }

  /** Nothing that this document still loads is waited for from now on. */
  get givenUp(): boolean {
    return this.#givenUp;
  }

  giveUp(): void {
    this.#givenUp = true;
    this.#changed.emit('change');
  }

  /** The main frame has this document from now on: its events come later than the answer to the navigation. */
  began(loaderId: string): void {
    if (loaderId === this.#loader) return;
    this.documents += 1;
    this.#loader = loaderId;
    this.#loaded = false;
    this.#givenUp = false;
    this.brokenOff = false;
    // What the document before had asked for is nobody's any more, and its end is not always told.
    const own = this.#requests.has(loaderId);
    this.#requests.clear();
    if (own) this.#requests.add(loaderId);
    this.#changed.emit('change');
  }

  /** Resolves once the condition holds; it is looked at after every event. */
  async until(condition: () => boolean, signal: AbortSignal): Promise<void> {
    while (!condition()) await once(this.#changed, 'change', { signal });
  }

  #sent({ requestId, frameId, type, request }: Protocol.Network.RequestWillBeSentEvent): void {
    if (type === 'Document' && frameId === this.#mainFrame) {
      this.requestedUrl = request.url;
      this.#mainRequest = requestId;
      this.failure = undefined;
    }
    if (type && endless.has(type)) return;
    this.#requests.add(requestId);
    this.#changed.emit('change');
  }

  #received({ requestId, frameId, type, response }: Protocol.Network.ResponseReceivedEvent): void {
    // A stream that never ends shows its true type only here.
    if (endless.has(type)) this.#finished(requestId);
    if (type !== 'Document' || frameId !== this.#mainFrame) return;
    this.status = response.status;
  }

  #failed({ requestId, errorText, canceled }: Protocol.Network.LoadingFailedEvent): void {
    // Cancelled, or answered without a document (204, a download): what was there stays.
    const stays = canceled || errorText === 'net::ERR_ABORTED';
    if (requestId === this.#loader) this.brokenOff = true;
    else if (requestId === this.#mainRequest && !stays) this.failure = { url: this.requestedUrl, errorText };
    this.#finished(requestId);
  }

  #finished(requestId: string): void {
    this.#requests.delete(requestId);
    this.#changed.emit('change');
  }

  /** Comes after `load`, and in its place where scripts, downloads or a server that hung up stopped the document. */
  #stopped({ frameId }: Protocol.Page.FrameStoppedLoadingEvent): void {
    if (frameId !== this.#mainFrame) return;
    this.#loaded = true;
    this.#changed.emit('change');
  }

  #lifecycle({ frameId, loaderId, name }: Protocol.Page.LifecycleEventEvent): void {
    if (frameId !== this.#mainFrame) return;
    if (name === 'init') this.began(loaderId);
    if (name === 'load' && loaderId === this.#loader) {
      this.#loaded = true;
      // A document's request has the id of its loader, and its end is told only after the load event.
      this.#requests.delete(loaderId);
    }
    this.#changed.emit('change');
  }
}
