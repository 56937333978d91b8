import { numberFault } from '../components/labels.js';
import { base64UrlOf } from '../service/base64.js';
import type { OptionEntry } from '../service/tables.js';

/** Names and values of a query: what clients of every language write (contracts/vectors/README.md). */

const encoder = new TextEncoder();

/** Whether the service would take the text for base64url. */
export const looksEncoded = (text: string): boolean => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);

/** Whether a query leaves the value out. */
export const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** How a value of JSON stands in a query. */
export const textOf = ({ type }: Pick<OptionEntry, 'type'>, value: unknown): string => {
  if (type === 'list' && Array.isArray(value)) return value.join(',');
  if (typeof value === 'object') return base64UrlOf(JSON.stringify(value));
  const text = String(value);
  return (type === 'base64' || type === 'json') && !looksEncoded(text) ? base64UrlOf(text) : text;
};

/** Escapes also what fetch or a proxy would rewrite after the signature. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

export type NamedOption = Pick<OptionEntry, 'name' | 'type'> & Partial<OptionEntry>;

export type OptionValue = readonly [option: NamedOption, value: unknown];

/** Leaves out empty values and keeps the order. */
export const queryOf = (values: readonly OptionValue[]): string =>
  values
    .filter(([, value]) => !isEmpty(value))
    .map(([option, value]) => `${escaped(option.name)}=${escaped(textOf(option, value))}`)
    .join('&');

/** Lowercase hexadecimal HMAC-SHA256. Browsers have it on https and localhost only. */
export const hmacOf = async (secret: string, text: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** A signature of version 2. */
export const signatureOf = (secret: string, endpoint: string, query: string): Promise<string> =>
  hmacOf(secret, `${endpoint}?${query}`);

/** What a field of the form holds, as a value of JSON. Throws an Error whose message is for people. */
export const fieldValue = (option: Pick<OptionEntry, 'type' | 'min' | 'above' | 'max'>, text: string): unknown => {
  const { type } = option;
  if (type === 'boolean') return text === 'true';
  if (type === 'integer' || type === 'number') {
    if (!Number.isFinite(Number(text))) throw new Error(numberFault(option));
    return Number(text);
  }
  if (type === 'base64') return looksEncoded(text) ? base64UrlOf(text) : text;
  if (type !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('This takes JSON.');
  }
};

/** Browsers sign on https and localhost only. Elsewhere the console posts. */
export const canSign = (): boolean => globalThis.crypto?.subtle !== undefined;
