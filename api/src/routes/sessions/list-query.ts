import type { ParsedUrlQuery } from 'node:querystring';
import { sessionStatuses } from '@tintype/contracts';
import { z } from 'zod';
import { readQuery, wrongParameter } from '../../middleware/read-query.js';
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

/** Throws `invalid_request`. */
export const readListQuery = (query: ParsedUrlQuery): ListQuery => {
  const found = readQuery(listQuerySchema, query);
  const limit = Number(found.limit ?? defaultSessions);
  if (limit < 1 || limit > maxSessions) throw wrongParameter('limit', limitError);
  return { status: found.status, limit, cursor: found.cursor };
};
