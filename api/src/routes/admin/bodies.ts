import { apiKeyPattern, tokenPattern, upstreamProxySchema } from '@tintype/contracts';
import { z } from 'zod';
import { accountEndpointsSchema, creditsSchema, limitChangesSchema } from '../../accounts/settings.js';

const tokenError = '1 to 64 letters, digits, - and _';
const apiKeyError = `${tokenError}; words that begin other paths, such as v1, are reserved`;
const token = (pattern: RegExp, error: string, description: string) =>
  z.string({ error }).regex(pattern, { error }).optional().meta({ description });

/** `POST /admin/v1/accounts` */
export const createAccountBody = z
  .strictObject({
    id: token(tokenPattern, tokenError, "The account's id, which clients call the user id; generated if missing."),
    apiKey: token(apiKeyPattern, apiKeyError, 'The public key in signed URLs; generated if missing.'),
    limits: limitChangesSchema.optional(),
    credits: creditsSchema.optional(),
    endpoints: accountEndpointsSchema.optional(),
  })
  .meta({ description: 'A new account.' });

/** `PATCH /admin/v1/accounts/{id}` */
export const changeAccountBody = z
  .strictObject({
    disabled: z
      .boolean({ error: 'true or false' })
      .optional()
      .meta({ description: 'All requests of a disabled account are refused with `account_disabled`.' }),
    limits: limitChangesSchema.optional(),
    credits: creditsSchema.optional(),
    endpoints: accountEndpointsSchema.optional(),
  })
  .meta({ description: 'Changes to an account. Fields that are not sent stay as they are.' });

const proxyError = 'a URL with http, https or socks5 and a host, such as http://user:password@proxy.example:3128';

const isHostAlone = (text: string) => {
  const url = URL.parse(text);
  return url !== null && url.host !== '' && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
};

const loginError =
  'a login in percent-encoded UTF-8 (% is %25) without control characters; for http and https a user name without a colon, for \
socks5 at most 255 bytes each for user name and password';
/** RFC 1929 has one byte for each length. */
const maxSocksLoginBytes = 255;

/** A login that does not decode, or that the proxy's protocol cannot carry, is useless. */
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

/** `PUT /admin/v1/accounts/{id}/proxy` */
export const proxyBody = z
  .strictObject({
    url: z
      .string({ error: proxyError })
      .max(2048, { error: proxyError })
      .refine((text) => upstreamProxySchema.safeParse(text).success && isHostAlone(text), { error: proxyError })
      .refine(hasUsableLogin, { error: loginError })
      .meta({
        description:
          'http, https or socks5, with host, port and login. Percent-encode every character of the login except letters and digits.',
      }),
  })
  .meta({ description: "The account's proxy." });
