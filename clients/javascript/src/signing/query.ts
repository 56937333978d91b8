import { UsageError } from '../errors.js';
import { base64Options, jsonOptions, listOptions } from '../options.generated.js';

/** A value of an option. Null, undefined, and what is empty count as absent. */
export type OptionValue = string | number | boolean | null | undefined | readonly unknown[] | object;

/** Options by name, also such that this version of the library does not know. */
export type AnyOptions = Readonly<Record<string, OptionValue>>;

const base64Pattern = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Base64url without padding, of the UTF-8 bytes. */
export const base64Url = (text: string): string => {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

/** Lists, and objects of literals: also of another realm, such as a worker of Jest. */
const isData = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
};

const isEmpty = (value: OptionValue): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && isData(value) && Object.keys(value).length === 0);

const kindOf = (value: unknown): string =>
  typeof value === 'object' ? (value?.constructor?.name ?? 'object') : typeof value;

const finite = (name: string, value: number): number => {
  if (Number.isFinite(value)) return value;
  throw new UsageError(`${name === '' ? 'An option' : `\`${name}\``} takes a finite number; it got ${value}.`);
};

/** JSON of a body or an option. Throws a `UsageError` for a number that is not finite: JSON would make it null. */
export const jsonOf = (value: object): string =>
  JSON.stringify(value, (name, each: unknown) => (typeof each === 'number' ? finite(name, each) : each));

/** JavaScript writes numbers below 0.000001 and from 1e21 with an exponent. */
const decimal = (value: number): string =>
  /e/.test(String(value))
    ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    : String(value);

/** The value as a query has it, before percent-encoding: contracts/vectors/README.md. */
const textOf = (name: string, value: NonNullable<OptionValue>): string => {
  if (typeof value === 'number') return decimal(finite(name, value));
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && listOptions.has(name)) return value.map((each) => textOf('', each)).join(',');
  if (typeof value === 'object' && isData(value)) return base64Url(jsonOf(value));
  if (typeof value !== 'string')
    throw new UsageError(
      `\`${name}\` takes text, a number, a boolean, a list or a plain object; it got a ${kindOf(value)}.`,
    );
  const isCarriedEncoded = base64Options.has(name) || jsonOptions.has(name);
  return isCarriedEncoded && !base64Pattern.test(value) ? base64Url(value) : value;
};

/** All but letters, digits, `-`, `_` and `.`: some HTTP libraries rewrite the other marks after signing. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The query of the pairs, in their order, without `?`. Sign and send exactly this text. */
export const queryOf = (pairs: Iterable<readonly [name: string, value: OptionValue]>): string =>
  Array.from(pairs)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `${encode(name)}=${encode(textOf(name, value as NonNullable<OptionValue>))}`)
    .join('&');
