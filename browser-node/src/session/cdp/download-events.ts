import type { CdpMessage, CdpSession } from '../../browser/cdp/connection.js';

const events = ['Browser.downloadWillBegin', 'Browser.downloadProgress'] as const;

/**
 * Downloads are refused for the whole browser, by us; a client that wants to hear of them does. Each of its sessions asks
 * for itself, as it does with the browser, and one that is said nothing of says nothing of the others.
 */
export class DownloadEvents {
  readonly #browser: Pick<CdpSession, 'on'>;
  readonly #deliver: (message: CdpMessage) => void;
  /** By session; the connection's own is ''. */
  readonly #stops = new Map<string, () => void>();

  constructor(browser: Pick<CdpSession, 'on'>, tell: (message: CdpMessage) => void) {
    this.#browser = browser;
    this.#deliver = tell;
  }

  set(sessionId: string | undefined, wanted: boolean): void {
    this.#stop(sessionId);
    if (!wanted) return;
    const about = sessionId === undefined ? {} : { sessionId };
    const stops = events.map((method) =>
      this.#browser.on(method, (params) => this.#deliver({ method, params, ...about })),
    );
    this.#stops.set(sessionId ?? '', () => {
      for (const stop of stops) stop();
    });
  }

  /** What the client has been told. */
  received({ method, params }: CdpMessage): void {
    if (method === 'Target.detachedFromTarget') this.#stop((params as { sessionId: string }).sessionId);
  }

  /** The client has left. */
  end(): void {
    for (const session of [...this.#stops.keys()]) this.#stop(session);
  }

  #stop(sessionId = ''): void {
    this.#stops.get(sessionId)?.();
    this.#stops.delete(sessionId);
  }
}
