import type { z } from 'zod';
import { TintypeError } from '../errors.js';
import { limits } from '../limits.js';
import { type Endpoint, endpointOptions, endpoints, type Options } from './endpoints.js';
import { checkTogether } from './together.js';
import { predicateOf } from './values/codecs.js';

/** Decoded query pairs: no key twice, no empty value. */
export type Pairs = Readonly<Record<string, string>>;

type Shape = Readonly<Record<string, z.ZodType>>;

const refuseUrl = (issue: z.core.$ZodIssue, url: string) => {
  if (url.trim().length > limits.urlLength)
    return new TintypeError('invalid_url', `The option \`url\` takes up to ${limits.urlLength} characters.`);
  return new TintypeError('invalid_url', issue.code === 'custom' ? issue.message : undefined);
};

/** What the option takes, by endpoint. */
const clausesOf = (name: string): (string | undefined)[] =>
  endpoints
    .map((endpoint): z.ZodType | undefined => (endpointOptions[endpoint].shape as Shape)[name])
    .filter((schema) => schema !== undefined)
    .map((schema) => schema.safeParse('').error?.issues[0]?.message);

/** A body may ask for several outputs: the sentence names the one that takes another value than the others. */
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
 * Drops unknown names (they stay in the cache key). Throws `missing_url`, `invalid_url` or `invalid_option`, with the
 * option and what it takes.
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
