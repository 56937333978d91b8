import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { z } from 'zod';
import type { AccountCharges } from '../../accounts/account-charges.js';
import type { AccountGuard } from '../../auth/account-guard.js';
import { leftSignal } from '../../client-left.js';
import { pageLimit, readQuery } from '../../middleware/read-query.js';

export interface ChargeRoutesOptions {
  guard: Pick<AccountGuard, 'admit'>;
  charges: Pick<AccountCharges, 'page'>;
}

/** `GET /v1/account/charges?…` */
export const chargesQuerySchema = z.object({
  limit: pageLimit('Charges', { max: 100, usual: 50 }),
  cursor: z
    .string({ error: 'the `nextCursor` of the previous page' })
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page.' }),
});

export const addChargeRoutes = (router: Router, { guard, charges }: ChargeRoutesOptions): void => {
  router.get('/charges', async (context: RouterContext) => {
    const { id } = guard.admit(context);
    const { limit, cursor } = readQuery(chargesQuerySchema, context.query);
    context.body = { success: true, ...(await charges.page(id, { limit, cursor, signal: leftSignal(context) })) };
  });
};
