import { TintypeError } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../browser/cdp/connection.js';
import type { Page } from '../browser/page/page.js';
import type { PrepareFrame } from './open.js';
import type { Run } from './run.js';

const originOf = (url: string | undefined) => (url ? URL.parse(url)?.origin : undefined);

/**
 * Adds `headers` to requests of the page's origin to itself. Other sites get none, also after a redirect, and cannot make
 * a request with them: neither a document that the page was redirected to, nor a frame.
 */
export const sendHeaders = ({ page, options }: Run, headers: Readonly<Record<string, string>>): PrepareFrame => {
  const { origin } = new URL(options.url);
  const isAskedByPage = (event: Protocol.Fetch.RequestPausedEvent) => {
    const { headers: sent } = event.request;
    const asker = page.requests.isOfMainFrame(event) ? page.activity.requestedUrl : (sent.Referer ?? sent.referer);
    return page.requests.isMainDocument(event) || originOf(asker) === origin;
  };
  // A frame with a session of its own is of another site.
  return (session, requests) =>
    session === page.session
      ? [
          requests.addHeaders((event) =>
            originOf(event.request.url) === origin && isAskedByPage(event) ? headers : undefined,
          ),
        ]
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
