import type { ParsedUrlQuery } from 'node:querystring';
import { sessionStatuses, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import type { ListQuery } from '../../sessions/read/session-list.js';

const mostSessions = 100;
const usualSessions = 20;
const limitError = `a whole number from 1 to ${mostSessions}`;

/** `GET /v1/sessions?…` */
export const listQuerySchema = z.object({
  status: z
    .enum(sessionStatuses, { error: `one of ${sessionStatuses.join(', ')}` })
    .optional()
    .meta({ description: 'Those of this status alone.' }),
  limit: z
    .string({ error: limitError })
    .regex(/^\d{1,3}$/, { error: limitError })
    .optional()
    .meta({ description: `Sessions a page: 1 to ${mostSessions}, by default ${usualSessions}.` }),
  cursor: z
    .string({ error: 'what `nextCursor` was' })
    .optional()
    .meta({ description: 'The `nextCursor` of the page before.' }),
});

const fault = (name: PropertyKey | undefined, takes: string) =>
  new TintypeError('invalid_request', `The parameter \`${String(name)}\` takes ${takes}.`);

const names = Object.keys(listQuerySchema.shape);

/** An empty value counts as absent. Throws `invalid_request`, also for a name that is unknown: it may be one that is misspelt. */
export const readListQuery = (query: ParsedUrlQuery): ListQuery => {
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TintypeError(
      'invalid_request',
      `The parameter \`${unknown}\` is not known: there are ${names.join(', ')}.`,
    );
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const { data, error } = listQuerySchema.safeParse(given);
  if (!data) throw fault(error.issues[0]?.path[0], error.issues[0]?.message ?? '');
  const limit = Number(data.limit ?? usualSessions);
  if (limit < 1 || limit > mostSessions) throw fault('limit', limitError);
  return { status: data.status, limit, cursor: data.cursor };
};
