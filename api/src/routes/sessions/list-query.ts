import type { ParsedUrlQuery } from 'node:querystring';
import { sessionStatuses } from '@tintype/contracts';
import { z } from 'zod';
import { pageLimit, readQuery } from '../../middleware/read-query.js';
import type { ListQuery } from '../../sessions/read/session-list.js';

/** `GET /v1/sessions?…` */
export const listQuerySchema = z.object({
  status: z
    .enum(sessionStatuses, { error: `one of ${sessionStatuses.join(', ')}` })
    .optional()
    .meta({ description: 'Only sessions with this status.' }),
  limit: pageLimit('Sessions', { max: 100, usual: 20 }),
  cursor: z
    .string({ error: 'the `nextCursor` of the previous page' })
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
});

/** Throws `invalid_request`. */
export const readListQuery = (query: ParsedUrlQuery): ListQuery => {
  const { status, limit, cursor } = readQuery(listQuerySchema, query);
  return { status, limit, cursor };
};
