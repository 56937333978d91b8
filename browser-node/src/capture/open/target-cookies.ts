import { isIP } from 'node:net';
import { TintypeError } from '@tintype/contracts';
import type { Protocol } from 'devtools-protocol';
import { CdpError } from '../../browser/cdp/connection.js';
import type { Page } from '../../browser/page/page.js';
import type { Run } from '../run.js';

const refused = (cause?: CdpError) =>
  new TintypeError(
    'invalid_option',
    'The browser does not keep a cookie of `cookies`. Check `domain` (no public suffix such as co.uk), `expires` (in the future), `secure` and `sameSite` (None needs https). Check also names that begin with __Host- or __Secure-.',
    { cause },
  );

/** Adds the dot that makes a cookie valid for subdomains, too. An IP address and a name such as `localhost` have none. */
const domainFor = (domain: string | undefined) => {
  if (domain === undefined) return undefined;
  const host = domain.replace(/^\./, '');
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: host };
  const isAlone = isIP(hostname.replace(/^\[|\]$/g, '')) || !hostname.includes('.');
  return isAlone ? hostname : `.${hostname}`;
};

/** The path as Chromium keeps it: encoded as in a URL. */
const pathOf = (path: string) => new URL(`http://host${path.replace(/[?#]/g, encodeURIComponent)}`).pathname;

/** The addresses that get the cookies. `secure` ones of an http page wait for a redirect to https. */
const addressesOf = (url: URL, paths: readonly string[]) =>
  [url.origin, url.origin.replace(/^http:/, 'https:')].flatMap((origin) => paths.map((path) => origin + path));

/** Sets `cookies` before the first request. They end with the page's context. Throws `invalid_option` if one is not kept. */
export const setCookies = async ({ session }: Page, { url, cookies }: Run['options']): Promise<void> => {
  if (!cookies) return;
  const { hostname } = new URL(url);
  const wanted = cookies.map((cookie) => {
    return { ...cookie, path: pathOf(cookie.path ?? '/'), url, domain: domainFor(cookie.domain) };
  });
  const urls = addressesOf(new URL(url), [...new Set(wanted.map(({ path }) => path))]);
  try {
    await session.send('Network.setCookies', { cookies: wanted as Protocol.Network.CookieParam[] });
    // Chromium drops some cookies without an error.
    const { cookies: kept } = await session.send('Network.getCookies', { urls });
    const isKept = ({ name, path, domain = hostname }: (typeof wanted)[number]) =>
      kept.some((each) => each.name === name && each.domain === domain && each.path === path);
    if (!wanted.every(isKept)) throw refused();
  } catch (error) {
    throw error instanceof CdpError ? refused(error) : error;
  }
};

/** The `Cookie` header that the browser would send to the URL. Empty without cookies. */
export const cookieHeader = async ({ session }: Page, url: string): Promise<Record<string, string>> => {
  const { cookies } = await session.send('Network.getCookies', { urls: [url] });
  return cookies.length === 0 ? {} : { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
};
