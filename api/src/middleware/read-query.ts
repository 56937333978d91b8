import type { ParsedUrlQuery } from 'node:querystring';
import { TintypeError } from '@tintype/contracts';
import type { z } from 'zod';

export const wrongParameter = (name: string, takes: string): TintypeError =>
  new TintypeError('invalid_request', `The parameter \`${name}\` takes ${takes}.`);

/**
 * Reads a query by a schema whose messages complete "takes …". An empty value counts as absent. Throws
 * `invalid_request`, also for an unknown name, which may be misspelt.
 */
export const readQuery = <Schema extends z.ZodObject>(schema: Schema, query: ParsedUrlQuery): z.output<Schema> => {
  const names = Object.keys(schema.shape);
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TintypeError(
      'invalid_request',
      `The parameter \`${unknown}\` is unknown. The parameters are ${names.join(', ')}.`,
    );
  const { data, error } = schema.safeParse(
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
  );
  if (data) return data;
  throw wrongParameter(String(error?.issues[0]?.path[0]), error?.issues[0]?.message ?? '');
};
