import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { ifInTime } from '../waits/in-time.js';

const locationOf = (headers: Protocol.Network.Headers): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'location')?.[1];

/** Hears where servers send documents of a page: of a redirect that Chromium refuses, Playwright does not tell. */
export class RefusedRedirects {
  readonly #target: CdpSession;
  /** By Chromium's name of the request: what was asked for, and where the answer led. */
  readonly #asked = new Map<string, string>();
  readonly #locations = new Map<string, string>();
  /** Whoever waits for the next location hears of it. */
  #heard = () => {};
  readonly #stops: (() => void)[];

  constructor(target: CdpSession) {
    this.#target = target;
    this.#stops = [
      target.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
        if (type === 'Document') this.#asked.set(requestId, request.url);
      }),
      target.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
        const location = statusCode >= 300 && statusCode < 400 ? locationOf(headers) : undefined;
        if (location === undefined) return;
        this.#locations.set(requestId, location);
        this.#heard();
      }),
    ];
    // Before the browser is told to go anywhere: what it is told, it is told in order.
    target.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }).catch(() => undefined);
  }

  /**
   * Where the server has led from an address that was asked for as a document, if it is nowhere that pages are. That may be told
   * some milliseconds after the failure, and after the redirects that led to this address.
   */
  async outOfWeb(address: string, patienceMs: number): Promise<string | undefined> {
    const told = new Promise<void>((resolve) => {
      this.#heard = () => {
        if (this.#outOfWeb(address) !== undefined) resolve();
      };
    });
    this.#heard();
    await ifInTime(told, patienceMs);
    return this.#outOfWeb(address);
  }

  #outOfWeb(address: string): string | undefined {
    const [requestId = ''] = [...this.#asked].findLast(([, asked]) => asked === address) ?? [];
    const location = this.#locations.get(requestId);
    const to = location === undefined ? null : URL.parse(location, address);
    return to && !/^https?:$/.test(to.protocol) ? to.href : undefined;
  }

  end(): void {
    for (const stop of this.#stops) stop();
    this.#target.send('Network.disable').catch(() => undefined);
  }
}
