import Router, { type RouterContext } from '@koa/router';
import { limits, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import type { AccountGuard } from '../auth/account-guard.js';
import { checkMayUse } from '../auth/signed-request.js';
import type { BatchChanges } from '../batch/batch-changes.js';
import type { BatchPlace } from '../batch/batch-log.js';
import { type BatchViews, maxPage } from '../batch/batch-view.js';
import { batchEndpoints } from '../batch/records.js';
import { readBytes } from '../middleware/body-bytes.js';
import { HeldBodies } from '../middleware/held-bodies.js';
import { readQuery } from '../middleware/read-query.js';
import { type AcceptBatchOptions, acceptBatch } from './accept-batch.js';

export interface BatchRoutesOptions extends AcceptBatchOptions {
  guard: Pick<AccountGuard, 'accountOf' | 'signedBy' | 'admit'>;
  views: Pick<BatchViews, 'show'>;
  changes: Pick<BatchChanges, 'cancel' | 'notifyAgain'>;
}

const limitError = `a whole number from 1 to ${maxPage}`;

export const batchQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, { error: limitError })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maxPage, { error: limitError })
    .default(100)
    .meta({ description: 'Items in the answer.', override: { type: 'integer', minimum: 1, maximum: maxPage } }),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'the `nextCursor` of an earlier answer' })
    .default('0')
    .meta({ description: 'The `nextCursor` of an earlier answer, for the items after it.' }),
});

/** The key is public: others can send bodies with it, and then block this account alone. */
const unsignedBodies = { maxBytes: 32 * limits.batchBytes, maxBytesEach: 8 * limits.batchBytes };

/** Longer than any path that names a batch. */
const maxShownPath = 200;

const batchPattern = /^batch_[0-9a-f-]{36}$/;

const notFound = () => new TintypeError('not_found', 'The account has no such batch. Batches are kept for 14 days.');

const addCreation = (router: Router, options: BatchRoutesOptions): void => {
  const { guard } = options;
  const bodies = new HeldBodies(unsignedBodies);
  for (const endpoint of batchEndpoints) {
    router.post(`/batch-${endpoint}/:apiKey`, async (context: RouterContext) => {
      const { apiKey = '' } = context.params;
      const { batchBytes } = guard.accountOf(apiKey).limits;
      const body = await bodies.hold(apiKey, limits.batchBytes, () => readBytes(context, batchBytes));
      const signed = { texts: [body], name: 'exactly the bytes of the body' };
      const bearer = guard.signedBy(context, apiKey, signed);
      checkMayUse(bearer.account, endpoint);
      await acceptBatch(context, options, bearer, { endpoint, body });
    });
  }
};

/** Batches: accept, show, cancel, notify again. */
export const batchRoutes = (options: BatchRoutesOptions): Router => {
  const { guard, views, changes } = options;
  const router = new Router();

  /** Checks `x-req-signature` over the path, behind the method for a change; else the bearer of sessions. */
  const placeIn = (context: RouterContext, method = ''): BatchPlace => {
    const { apiKey = '', batch = '' } = context.params;
    const texts = [context.path, context.req.url ?? ''].map((path) => `${method}${path}`);
    const signed = { texts, name: `the text \`${method}${context.path.slice(0, maxShownPath)}\`` };
    const isSigned = context.get('x-req-signature') !== '';
    const account = isSigned ? guard.signedBy(context, apiKey, signed).account : guard.admit(context);
    if (account.apiKey !== apiKey || !batchPattern.test(batch)) throw notFound();
    return { account: account.id, batch };
  };

  const answer = async (context: RouterContext, place: BatchPlace) => {
    const { limit, cursor } = readQuery(batchQuery, context.query);
    const shown = await views.show(place, { from: Number(cursor), limit });
    if (!shown) throw notFound();
    context.body = { success: true, ...shown };
  };

  addCreation(router, options);
  router.get('/batch/:apiKey/:batch', async (context: RouterContext) => answer(context, placeIn(context)));
  router.delete('/batch/:apiKey/:batch', async (context: RouterContext) => {
    const place = placeIn(context, 'DELETE ');
    if (!(await changes.cancel(place))) throw notFound();
    await answer(context, place);
  });
  router.post('/batch/:apiKey/:batch/notification', async (context: RouterContext) => {
    const place = placeIn(context, 'POST ');
    if (!(await changes.notifyAgain(place))) throw notFound();
    context.status = 202;
    await answer(context, place);
  });
  return router;
};
