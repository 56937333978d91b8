import type { ParsedUrlQuery } from 'node:querystring';
import { sessionStatuses, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import type { ListQuery } from '../../sessions/read/session-list.js';

const maxSessions = 100;
const defaultSessions = 20;
const limitError = `a whole number from 1 to ${maxSessions}`;

/** `GET /v1/sessions?…` */
export const listQuerySchema = z.object({
  status: z
    .enum(sessionStatuses, { error: `one of ${sessionStatuses.join(', ')}` })
    .optional()
    .meta({ description: 'Only sessions with this status.' }),
  limit: z
    .string({ error: limitError })
    .regex(/^\d{1,3}$/, { error: limitError })
    .optional()
    .meta({ description: `Sessions per page: 1 to ${maxSessions}; the default is ${defaultSessions}.` }),
  cursor: z
    .string({ error: 'the `nextCursor` of the previous page' })
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
});

const fault = (name: PropertyKey | undefined, takes: string) =>
  new TintypeError('invalid_request', `The parameter \`${String(name)}\` takes ${takes}.`);

const names = Object.keys(listQuerySchema.shape);

/** An empty value counts as absent. Throws `invalid_request`, also for an unknown name, which may be misspelt. */
export const readListQuery = (query: ParsedUrlQuery): ListQuery => {
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TintypeError(
      'invalid_request',
      `The parameter \`${unknown}\` is unknown. The parameters are ${names.join(', ')}.`,
    );
  const present = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const { data, error } = listQuerySchema.safeParse(present);
  if (!data) throw fault(error.issues[0]?.path[0], error.issues[0]?.message ?? '');
  const limit = Number(data.limit ?? defaultSessions);
  if (limit < 1 || limit > maxSessions) throw fault('limit', limitError);
  return { status: data.status, limit, cursor: data.cursor };
};
