import { z } from 'zod';
import { base64Json } from './encoded.js';

const maxJson = 32 * 1024;
const maxHeaders = 50;
const maxCookies = 100;
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable text; a line break would begin another header. */
const valuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

/**
 * Headers of one connection (RFC 9110, 7.6.1), and the browser's own. `cookies` sets cookies, which then also hold for
 * scripts and redirects.
 */
const refusedHeaders =
  /^(connection|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|host|content-length|accept-encoding|expect|cookie2?|set-cookie2?)$/i;

const headersSchema = z
  .record(z.string().regex(tokenPattern), z.string().regex(valuePattern))
  .refine((headers) => Object.keys(headers).length <= maxHeaders)
  .refine((headers) => !Object.keys(headers).some((name) => refusedHeaders.test(name)));

const readWith =
  <T>(schema: z.ZodType<T>) =>
  (value: unknown): T | undefined =>
    schema.safeParse(value).data;

/** The message names no header: names and values are secrets. */
export const requestHeaders = () =>
  base64Json({
    what: `a JSON object of up to ${maxHeaders} request headers, such as {"X-Token": "…"}, without Host, Cookie and those of a connection,`,
    maxLength: maxJson,
    read: readWith(headersSchema),
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  });

const cookieProperties = {
  name: z.string().regex(tokenPattern),
  /** RFC 6265, 4.1.1, and what browsers accept besides. */
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
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  /** Unix seconds. */
  expires: z.number().positive().optional(),
};

const cookiesSchema = z.array(z.strictObject(cookieProperties)).min(1).max(maxCookies);

export type TargetCookie = z.output<typeof cookiesSchema>[number];

export const cookies = () =>
  base64Json({
    what: `a JSON list of up to ${maxCookies} cookies, such as [{"name": "session", "value": "…"}], each with name, value and optionally domain, path, secure, httpOnly, sameSite (Strict, Lax or None) and expires (unix seconds),`,
    maxLength: maxJson,
    read: readWith(cookiesSchema),
    schema: { type: 'array', items: { type: 'object', required: ['name', 'value'] } },
  });

/** Whether the host may set a cookie for the domain: its own, or one above it with a dot. */
export const maySetFor = (host: string, domain: string): boolean => {
  const wanted = domain.replace(/^\./, '').toLowerCase();
  return host === wanted || (host.endsWith(`.${wanted}`) && wanted.includes('.') && !/^[\d.]+$/.test(host));
};
