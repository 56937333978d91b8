import type { ParsedUrlQuery } from 'node:querystring';
import { didYouMean, TintypeError } from '@tintype/contracts';
import { z } from 'zod';

export const wrongParameter = (name: string, takes: string): TintypeError =>
  new TintypeError('invalid_request', `The parameter \`${name}\` takes ${takes}.`);

/** A name may be repeated with the same value, as in a signed query. Empty values count as absent. */
const singleValues = (query: ParsedUrlQuery): Record<string, string> => {
  const pairs = Object.entries(query).flatMap(([name, value = '']): [string, string][] => {
    const [only, ...others] = new Set([value].flat().filter(Boolean));
    if (only === undefined) return [];
    if (others.length === 0) return [[name, only]];
    throw new TintypeError('invalid_request', `The parameter \`${name}\` has ${others.length + 1} values. Give one.`);
  });
  return Object.fromEntries(pairs);
};

/**
 * Reads a query by a schema whose messages complete "takes …". An empty value counts as absent. Throws
 * `invalid_request`, also for an unknown name, which may be misspelt, and for a name with several values.
 */
export const readQuery = <Schema extends z.ZodObject>(schema: Schema, query: ParsedUrlQuery): z.output<Schema> => {
  const names = Object.keys(schema.shape);
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TintypeError(
      'invalid_request',
      `The parameter \`${unknown}\` is unknown.${didYouMean(unknown, names)} The parameters are ${names.join(', ')}.`,
    );
  const { data, error } = schema.safeParse(singleValues(query));
  if (data) return data;
  throw wrongParameter(String(error?.issues[0]?.path[0]), error?.issues[0]?.message ?? '');
};

/** The schema of a list's parameter `limit`. `rows` names what the list has, such as 'Sessions'; `usual` is the default. */
export const pageLimit = (rows: string, { max, usual }: { max: number; usual: number }) => {
  const isLimit = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  return z
    .string()
    .refine(isLimit, { error: `a whole number from 1 to ${max}` })
    .transform(Number)
    .default(usual)
    .meta({
      description: `${rows} per page at most.`,
      override: { type: 'integer', minimum: 1, maximum: max, default: usual },
    });
};
