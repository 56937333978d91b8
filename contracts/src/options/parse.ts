import type { z } from 'zod';
import { TintypeError } from '../errors.js';
import { limits } from '../limits.js';
import { type Endpoint, endpointOptions, endpoints, type Options } from './endpoints.js';
import { checkTogether } from './together.js';
import { decimal, predicateOf } from './values/codecs.js';

/** Decoded query pairs: no key twice, no empty value. */
export type Pairs = Readonly<Record<string, string>>;

type Shape = Readonly<Record<string, z.ZodType>>;

const shapeOf = (endpoint: Endpoint): Shape => endpointOptions[endpoint].shape;

const refuseUrl = (issue: z.core.$ZodIssue, url: string) => {
  if (url.trim().length > limits.urlLength)
    return new TintypeError('invalid_url', `The option \`url\` takes up to ${limits.urlLength} characters.`);
  return new TintypeError('invalid_url', issue.code === 'custom' ? issue.message : undefined);
};

/** What the option takes, by endpoint. */
const clausesOf = (name: string): (string | undefined)[] =>
  endpoints
    .map((endpoint) => shapeOf(endpoint)[name])
    .filter((schema) => schema !== undefined)
    .map((schema) => schema.safeParse('').error?.issues[0]?.message);

/** Names the endpoint if endpoints take different values: a body may ask for several outputs. */
const ofEndpoint = (endpoint: Endpoint, name: string): string =>
  new Set(clausesOf(name)).size > 1 ? ` of ${endpoint}` : '';

const refuse = (issue: z.core.$ZodIssue, endpoint: Endpoint, url: string): TintypeError => {
  const name = String(issue.path[0]);
  if (name === 'url') return refuseUrl(issue, url);
  return new TintypeError(
    'invalid_option',
    `The option \`${name}\`${ofEndpoint(endpoint, name)} ${predicateOf(issue)}.`,
  );
};

/**
 * Drops unknown names (they stay in the cache key). Throws `missing_url`, `invalid_url` or `invalid_option`. The
 * message names the option and what it takes.
 */
export const parseOptions = <E extends Endpoint>(endpoint: E, pairs: Pairs): Options<E> => {
  if (!pairs.url) throw new TintypeError('missing_url');
  const parsed = endpointOptions[endpoint].safeParse(pairs);
  const issue = parsed.error?.issues[0];
  if (issue) throw refuse(issue, endpoint, pairs.url);
  const options = parsed.data as Options<E>;
  checkTogether(endpoint, options);
  return options;
};

const defaultsOf = (endpoint: Endpoint): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(shapeOf(endpoint)).map(([name, schema]) => [name, schema.safeParse(undefined).data]));

const defaults = Object.fromEntries(endpoints.map((endpoint) => [endpoint, defaultsOf(endpoint)])) as Record<
  Endpoint,
  ReadonlyMap<string, unknown>
>;

/** `005` is 5, `TRUE` and `1` are true, and a word has one spelling. Other values, such as lengths, keep their text. */
const canonicalOf = (text: string, value: unknown): string => {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return decimal(text) === value ? String(value) : text;
  return typeof value === 'string' && value.toLowerCase() === text.toLowerCase() ? value : text;
};

/**
 * The same options in one spelling, without those that have their default value. Unknown names stay.
 *
 * @param options what `parseOptions` read from these pairs
 */
export const canonicalPairs = <E extends Endpoint>(endpoint: E, pairs: Pairs, options: Options<E>): Pairs => {
  const values: Readonly<Record<string, unknown>> = options;
  const canonical: [string, string][] = [];
  for (const [name, text] of Object.entries(pairs)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value !== defaults[endpoint].get(name)) canonical.push([name, canonicalOf(text, value)]);
  }
  return Object.fromEntries(canonical);
};
