import { upstreamProxySchema } from '@tintype/contracts';
import { z } from 'zod';

const proxyError = 'a URL with http, https or socks5 and a host, such as http://user:password@proxy.example:3128';

const maxUrlLength = 2048;

/** Whether the URL has a host, and no path, query or fragment. It may have a login. */
const hasHostButNoPath = (text: string) => {
  const url = URL.parse(text);
  return url !== null && url.host !== '' && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
};

const loginError =
  'a login in percent-encoded UTF-8 (% is %25) without control characters. For http and https, its user name has no colon. For \
socks5, user name and password have at most 255 bytes each';
/** In RFC 1929, the lengths of user name and password take one byte each. */
const maxSocksLoginBytes = 255;

/**
 * False for a login that does not decode, or that the proxy's protocol cannot carry. True for text that is no URL,
 * because another check refuses it.
 */
const hasUsableLogin = (text: string) => {
  const url = URL.parse(text);
  if (!url) return true;
  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    if (/\p{Cc}/u.test(user + password)) return false;
    // RFC 7617: the first colon ends the user name.
    if (url.protocol !== 'socks5:') return !user.includes(':');
    return [user, password].every((part) => Buffer.byteLength(part) <= maxSocksLoginBytes);
  } catch {
    return false;
  }
};

/** The body of `PUT …/proxy`. */
export const proxyBody = z
  .strictObject({
    url: z
      .string({ error: proxyError })
      .max(maxUrlLength, { error: proxyError })
      .refine((text) => upstreamProxySchema.safeParse(text).success && hasHostButNoPath(text), { error: proxyError })
      .refine(hasUsableLogin, { error: loginError })
      .meta({
        description:
          'http, https or socks5, with host, port and login. Percent-encode every character of the login except letters and digits.',
      }),
  })
  .meta({ description: "The account's proxy." });

const testUrlError = 'an https URL without a login, such as https://example.com/';

/** Whether the text is an https URL without credentials. */
const isTestUrl = (text: string) => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && !url.username && !url.password;
};

/** The body of `POST …/proxy/test`. */
export const proxyTestBody = z
  .strictObject({
    url: z
      .string({ error: testUrlError })
      .max(maxUrlLength, { error: testUrlError })
      .refine(isTestUrl, { error: testUrlError })
      .default('https://example.com/')
      .meta({ description: 'The page that the test requests through the proxy.' }),
  })
  .meta({ description: 'What the test requests; may be empty.' });

const noPassword =
  'The `url` has a user name without a password. Answers leave the password out, and mask a user name without one as `***`. Send the whole URL with each PUT.';

/** Warns of a user name without a password, a usual mistake. It is no error, because some proxies need it. */
export const proxyWarnings = (text: string): string[] => {
  const { username, password } = new URL(text);
  return username && !password ? [noPassword] : [];
};
