import type { CdpSession } from '../../browser/cdp/connection.js';

/** Each origin takes some 50 ms to read. The least recent ones are dropped. */
const maxOrigins = 200;

/** `null` for an address without web storage of its own, such as `about:blank`. */
const originIn = (address: string): string | null => {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
};

/**
 * The origins whose documents the session has opened, also while Playwright is not connected. Frames of other sites
 * have their own processes and are left out. The browser keeps their storage apart for each site around them.
 */
export class VisitedOrigins {
  readonly #origins = new Set<string>();

  /** The most recent one last. */
  get all(): string[] {
    return [...this.#origins];
  }

  /** Adds an origin as the most recent one, even if no document of it is open. */
  add(origin: string): void {
    this.#origins.delete(origin);
    this.#origins.add(origin);
    const [oldest] = this.#origins;
    if (this.#origins.size > maxOrigins && oldest !== undefined) this.#origins.delete(oldest);
  }

  /** Follows a page, whose events must be on. */
  follow(page: Pick<CdpSession, 'on'>): void {
    page.on('Page.frameNavigated', ({ frame }) => {
      const origin = frame.unreachableUrl === undefined ? originIn(frame.url) : null;
      if (origin) this.add(origin);
    });
  }
}
