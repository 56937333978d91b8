import type { z } from 'zod';
import { TintypeError } from '../errors.js';
import { limits } from '../limits.js';
import { type Endpoint, endpointOptions, endpoints, type Options } from './endpoints.js';
import { checkTogether } from './together.js';
import { decimal, predicateOf } from './values/codecs.js';

/** The decoded options of a request. No value is empty. */
export type Pairs = Readonly<Record<string, string>>;

type SchemaByName = Readonly<Record<string, z.ZodType>>;

const schemasOf = (endpoint: Endpoint): SchemaByName => endpointOptions[endpoint].shape;

const urlError = (issue: z.core.$ZodIssue, url: string): TintypeError => {
  if (url.trim().length > limits.urlLength)
    return new TintypeError('invalid_url', `The option \`url\` takes up to ${limits.urlLength} characters.`);
  return new TintypeError('invalid_url', issue.code === 'custom' ? issue.message : undefined);
};

/** What the option takes at each endpoint that has it. */
const clausesOf = (name: string): (string | undefined)[] =>
  endpoints
    .map((endpoint) => schemasOf(endpoint)[name])
    .filter((schema) => schema !== undefined)
    .map((schema) => schema.safeParse('').error?.issues[0]?.message);

/** Returns " of image" if endpoints take different values, because a request may ask for several outputs. Else empty. */
const ofEndpoint = (endpoint: Endpoint, name: string): string =>
  new Set(clausesOf(name)).size > 1 ? ` of ${endpoint}` : '';

const errorFrom = (issue: z.core.$ZodIssue, endpoint: Endpoint, url: string): TintypeError => {
  const name = String(issue.path[0]);
  if (name === 'url') return urlError(issue, url);
  return new TintypeError(
    'invalid_option',
    `The option \`${name}\`${ofEndpoint(endpoint, name)} ${predicateOf(issue)}.`,
  );
};

/**
 * Reads the options of an endpoint. Drops unknown names, which are part of the result key only. Throws `missing_url`,
 * `invalid_url` or `invalid_option`. The message names the option and what it takes.
 */
export const parseOptions = <E extends Endpoint>(endpoint: E, pairs: Pairs): Options<E> => {
  if (!pairs.url) throw new TintypeError('missing_url');
  const parsed = endpointOptions[endpoint].safeParse(pairs);
  const issue = parsed.error?.issues[0];
  if (issue) throw errorFrom(issue, endpoint, pairs.url);
  const options = parsed.data as Options<E>;
  checkTogether(endpoint, options);
  return options;
};

const defaultsOf = (endpoint: Endpoint): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(schemasOf(endpoint)).map(([name, schema]) => [name, schema.safeParse(undefined).data]));

const defaults = Object.fromEntries(endpoints.map((endpoint) => [endpoint, defaultsOf(endpoint)])) as Record<
  Endpoint,
  ReadonlyMap<string, unknown>
>;

/**
 * The number `005` becomes `5`. For a flag, `TRUE` and `1` become `true`. A word gets the case that its option lists.
 * Other values, such as lengths, keep their text.
 */
const canonicalOf = (text: string, value: unknown): string => {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return decimal(text) === value ? String(value) : text;
  return typeof value === 'string' && value.toLowerCase() === text.toLowerCase() ? value : text;
};

/**
 * The same pairs, each value in one spelling. Drops options that have their default value, and keeps unknown names.
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
