import type { CdpMessage, CdpSession } from '../../browser/cdp/connection.js';

const events = ['Browser.downloadWillBegin', 'Browser.downloadProgress'] as const;

/** Events of refused downloads, for each session of a client that asks for them. */
export class DownloadEvents {
  readonly #browser: Pick<CdpSession, 'on'>;
  readonly #deliver: (message: CdpMessage) => void;
  /** Keyed by session. The connection's own key is ''. */
  readonly #stops = new Map<string, () => void>();

  constructor(browser: Pick<CdpSession, 'on'>, deliver: (message: CdpMessage) => void) {
    this.#browser = browser;
    this.#deliver = deliver;
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

  received({ method, params }: CdpMessage): void {
    if (method === 'Target.detachedFromTarget') this.#stop((params as { sessionId: string }).sessionId);
  }

  end(): void {
    for (const session of [...this.#stops.keys()]) this.#stop(session);
  }

  #stop(sessionId = ''): void {
    this.#stops.get(sessionId)?.();
    this.#stops.delete(sessionId);
  }
}
