import { apiKeyPattern, tokenPattern, upstreamProxySchema } from '@tintype/contracts';
import { z } from 'zod';
import { accountEndpointsSchema, creditsSchema, limitChangesSchema } from '../../accounts/settings.js';

const tokenError = '1 to 64 letters, digits, - and _, and as an API key none of the words that paths begin with';
const token = (pattern: RegExp, description: string) =>
  z.string({ error: tokenError }).regex(pattern, { error: tokenError }).optional().meta({ description });

/** `POST /admin/v1/accounts` */
export const createAccountBody = z
  .strictObject({
    id: token(tokenPattern, "The account's id, which clients know as user id; made where missing."),
    apiKey: token(apiKeyPattern, 'The public key that stands in signed URLs; made where missing.'),
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
      .meta({ description: 'A disabled account is refused everywhere with `account_disabled`.' }),
    limits: limitChangesSchema.optional(),
    credits: creditsSchema.optional(),
    endpoints: accountEndpointsSchema.optional(),
  })
  .meta({ description: 'Changes to an account: what is not named stays as it is.' });

const proxyError = 'an http, https or socks5 URL of a host, such as http://user:password@proxy.example:3128';

const isHostAlone = (text: string) => {
  const url = URL.parse(text);
  return url !== null && url.host !== '' && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
};

const loginError =
  'a login whose % are %25, and whose other signs are percent-encoded as UTF-8, without control characters; for http and https \
a user name without a colon, for socks5 at most 255 bytes each';
/** RFC 1929 counts them with one byte. */
const longestSocksLogin = 255;

/** Each connection decodes it: what cannot be decoded or told to the proxy leads nowhere. */
const hasUsableLogin = (text: string) => {
  const url = URL.parse(text);
  if (!url) return true;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if (/\p{Cc}/u.test(user + password)) return false;
    // RFC 7617: what stands before the first colon is the user name.
    if (url.protocol !== 'socks5:') return !user.includes(':');
    return [user, password].every((part) => Buffer.byteLength(part) <= longestSocksLogin);
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
          'http, https or socks5, with host, port and login; what is no letter or digit in a login is percent-encoded.',
      }),
  })
  .meta({ description: "The account's proxy." });
