import { z } from 'zod';
import { isJsonObject } from '../../json-object.js';
import { Fault } from './codecs.js';
import { base64Json } from './encoded.js';

/** In characters of JSON. */
const maxJsonLength = 32 * 1024;
const maxHeaders = 50;
const maxCookies = 100;
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable Latin-1. A line break would begin another header. */
const valuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

/**
 * Headers that belong to one connection (RFC 9110, 7.6.1) or to the browser, and headers of cookies. The option `cookies`
 * sets cookies, and scripts and redirects see these, too.
 */
const refusedHeaders =
  /^(connection|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|host|content-length|accept-encoding|expect|cookie2?|set-cookie2?)$/i;

type Headers = Record<string, string>;

const takesName = 'its name takes up to 100 letters, digits and marks such as `-`, without blanks';

/** What is wrong with a header; undefined if nothing. It repeats neither name nor value, because both may be secrets. */
const headerFault = (name: string, value: unknown): string | undefined => {
  if (!tokenPattern.test(name)) return takesName;
  if (typeof value !== 'string') return 'its value takes text in quotes';
  return valuePattern.test(value) ? undefined : 'its value takes up to 8192 characters of Latin-1, without line breaks';
};

const headersIn = (value: unknown): Headers | Fault | undefined => {
  if (!isJsonObject(value)) return undefined;
  const headers = Object.entries(value);
  if (headers.length > maxHeaders) return new Fault(`has ${headers.length} headers: send at most ${maxHeaders}`);
  for (const [at, [name, text]] of headers.entries()) {
    // A name in `refusedHeaders` is no secret, so the sentence may repeat it.
    if (refusedHeaders.test(name))
      return new Fault(
        `may not set \`${name.replace(/^(proxy|sec)-.*/i, '$1-…')}\`, which belongs to the browser or its connection. Leave it out${/cookie/i.test(name) ? ', and use `cookies`' : ''}`,
      );
    const fault = headerFault(name, text);
    if (fault !== undefined) return new Fault(`has a wrong header at number ${at + 1}: ${fault}`);
  }
  return value as Headers;
};

/** Messages repeat no value, and only names in `refusedHeaders`: other names may be secrets. */
export const requestHeaders = () =>
  base64Json({
    what: `a JSON object of up to ${maxHeaders} request headers, such as {"X-Token": "…"}`,
    maxLength: maxJsonLength,
    read: headersIn,
    valueSchema: { type: 'object', additionalProperties: { type: 'string' } },
  });

const sameSites = ['Strict', 'Lax', 'None'] as const;

const cookieProperties = {
  name: z.string().regex(tokenPattern),
  /** Printable ASCII without `;`. RFC 6265, 4.1.1, allows less, but browsers accept these, too. */
  value: z.string().regex(/^[\x20-\x3a\x3c-\x7e]{0,4096}$/),
  domain: z
    .string()
    .regex(/^\.?[a-z0-9_.:[\]-]{1,253}$/i)
    .optional(),
  path: z
    .string()
    .regex(/^\/[\x20-\x3a\x3c-\x7e]{0,1000}$/)
    .optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
  /** In upper or lower case, because browsers export cookies with small letters. */
  sameSite: z
    .string()
    .transform((text) => sameSites.find((word) => word.toLowerCase() === text.toLowerCase()))
    .refine((word) => word !== undefined)
    .optional(),
  /** Unix seconds. Exported cookies have -1 if they end with the browser. */
  expires: z
    .union([z.literal(-1), z.number().positive()])
    .transform((seconds) => (seconds === -1 ? undefined : seconds))
    .optional(),
};

/** Each completes "its `name` takes <clause>". */
const cookieClauses: Readonly<Record<string, string>> = {
  name: 'up to 100 letters, digits and marks such as `-`, without blanks',
  value: 'up to 4096 ASCII characters, without `;` or line breaks',
  domain: 'a host name',
  path: 'text that begins with `/`',
  secure: 'true or false',
  httpOnly: 'true or false',
  sameSite: 'Strict, Lax or None',
  expires: 'a number of unix seconds',
} satisfies Record<keyof typeof cookieProperties, string>;

const cookieSchema = z.strictObject(cookieProperties);

export type TargetCookie = z.output<typeof cookieSchema>;

const knownProperties = `it takes an object with name, value and optionally ${Object.keys(cookieClauses).slice(2).join(', ')}`;

/**
 * The fault of a cookie whose `property` has a wrong value. Undefined: the cookie is no object, or has an unknown
 * property.
 */
const cookieFault = (property: unknown): string => {
  const clause = typeof property === 'string' ? cookieClauses[property] : undefined;
  return clause === undefined ? knownProperties : `its \`${property}\` takes ${clause}`;
};

const cookiesIn = (value: unknown): TargetCookie[] | Fault | undefined => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.length > maxCookies) return new Fault(`has ${value.length} cookies: send at most ${maxCookies}`);
  const read: TargetCookie[] = [];
  for (const [at, each] of value.entries()) {
    const { data, error } = cookieSchema.safeParse(each);
    if (!data) return new Fault(`has a wrong cookie at number ${at + 1}: ${cookieFault(error?.issues[0]?.path[0])}`);
    read.push(data);
  }
  return read;
};

/** Messages repeat no name or value of a cookie, because both may be secrets. */
export const cookies = () =>
  base64Json({
    what: `a JSON list of up to ${maxCookies} cookies, such as [{"name": "session", "value": "…"}]`,
    maxLength: maxJsonLength,
    read: cookiesIn,
    valueSchema: { type: 'array', items: { type: 'object', required: ['name', 'value'] } },
  });

/** Whether the host may set a cookie for the domain: only for itself, or a parent domain with a dot. */
export const maySetCookieFor = (host: string, domain: string): boolean => {
  const wanted = domain.replace(/^\./, '').toLowerCase();
  return host === wanted || (host.endsWith(`.${wanted}`) && wanted.includes('.') && !/^[\d.]+$/.test(host));
};
