import { ifInTime } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';

const locationOf = (headers: Protocol.Network.Headers): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'location')?.[1];

/** Records redirects that Chromium refuses, and Playwright does not report. */
export class RefusedRedirects {
  readonly #target: CdpSession;
  /** Keyed by Chromium's request id. */
  readonly #requested = new Map<string, string>();
  readonly #locations = new Map<string, string>();
  #onLocation = () => {};
  readonly #stops: (() => void)[];

  constructor(target: CdpSession) {
    this.#target = target;
    this.#stops = [
      target.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
        if (type === 'Document') this.#requested.set(requestId, request.url);
      }),
      target.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
        const location = statusCode >= 300 && statusCode < 400 ? locationOf(headers) : undefined;
        if (location === undefined) return;
        this.#locations.set(requestId, location);
        this.#onLocation();
      }),
    ];
    // Commands keep their order, so this applies before the navigation.
    target.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }).catch(() => undefined);
  }

  /** Where this document's redirect leads, if out of the web. Chromium may report it after the failure. */
  async outOfWeb(address: string, patienceMs: number): Promise<string | undefined> {
    const found = new Promise<void>((resolve) => {
      this.#onLocation = () => {
        if (this.#outOfWeb(address) !== undefined) resolve();
      };
    });
    this.#onLocation();
    await ifInTime(found, patienceMs);
    return this.#outOfWeb(address);
  }

  #outOfWeb(address: string): string | undefined {
    const [requestId = ''] = [...this.#requested].findLast(([, requested]) => requested === address) ?? [];
    const location = this.#locations.get(requestId);
    const to = location === undefined ? null : URL.parse(location, address);
    return to && !/^https?:$/.test(to.protocol) ? to.href : undefined;
  }

  end(): void {
    for (const stop of this.#stops) stop();
    this.#target.send('Network.disable').catch(() => undefined);
  }
}
