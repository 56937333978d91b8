import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { z } from 'zod';
import type { AccountCharges } from '../../accounts/account-charges.js';
import type { AccountGuard } from '../../auth/account-guard.js';
import { leftSignal } from '../../client-left.js';
import { readQuery, wrongParameter } from '../../middleware/read-query.js';

export interface ChargeRoutesOptions {
  guard: Pick<AccountGuard, 'admit'>;
  charges: Pick<AccountCharges, 'page'>;
}

const maxCharges = 100;
const defaultCharges = 50;
const limitError = `a whole number from 1 to ${maxCharges}`;

/** `GET /v1/account/charges?…` */
export const chargesQuerySchema = z.object({
  limit: z
    .string({ error: limitError })
    .regex(/^\d{1,3}$/, { error: limitError })
    .optional()
    .meta({ description: `Charges per page: 1 to ${maxCharges}; the default is ${defaultCharges}.` }),
  cursor: z
    .string({ error: 'the `nextCursor` of the previous page' })
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
});

export const addChargeRoutes = (router: Router, { guard, charges }: ChargeRoutesOptions): void => {
  router.get('/charges', async (context: RouterContext) => {
    const { id } = guard.admit(context);
    const query = readQuery(chargesQuerySchema, context.query);
    const limit = Number(query.limit ?? defaultCharges);
    if (limit < 1 || limit > maxCharges) throw wrongParameter('limit', limitError);
    context.body = {
      success: true,
      ...(await charges.page(id, { limit, cursor: query.cursor, signal: leftSignal(context) })),
    };
  });
};
