import Router, { type RouterContext } from '@koa/router';
import { limits, TintypeError } from '@tintype/contracts';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { AccountGuard } from '../auth/account-guard.js';
import { requireSignature } from '../auth/body-signature.js';
import { checkMayUse } from '../auth/signed-request.js';
import type { BatchChanges } from '../batch/batch-changes.js';
import { type BatchViews, maxList, maxPage, type PageRange } from '../batch/batch-view.js';
import { batchIdPattern } from '../batch/facts/batch-ids.js';
import type { BatchKey } from '../batch/facts/batch-log.js';
import { batchEndpoints } from '../batch/facts/records.js';
import { leftSignal } from '../client-left.js';
import { readBytes } from '../middleware/body-bytes.js';
import { HeldBodies } from '../middleware/held-bodies.js';
import { pageLimit, readQuery } from '../middleware/read-query.js';
import { type AcceptBatchOptions, acceptBatch } from './accept-batch.js';

export interface BatchRoutesOptions extends AcceptBatchOptions {
  guard: Pick<AccountGuard, 'accountOf' | 'signedBy' | 'admit'>;
  views: Pick<BatchViews, 'list' | 'show'>;
  changes: Pick<BatchChanges, 'cancel' | 'notifyAgain'>;
}

const cursorOf = (pattern: RegExp, of: string) =>
  z
    .string()
    .regex(pattern, { error: 'the `nextCursor` of an earlier answer' })
    .meta({ description: `The \`nextCursor\` of an earlier answer, for the ${of} after it.` });

export const batchQuery = z.object({
  limit: pageLimit('Items', { max: maxPage, usual: 100 }),
  cursor: cursorOf(/^\d{1,6}$/, 'items').default('0'),
});

export const batchListQuery = z.object({
  limit: pageLimit('Batches', { max: maxList, usual: 20 }),
  cursor: cursorOf(batchIdPattern, 'batches').optional(),
});

/**
 * Memory for bodies whose signature is not yet checked. API keys are public, so strangers can send such bodies. They
 * block only the account of that key.
 */
const unsignedBodies = { maxBytes: 32 * limits.batchBytes, maxBytesEach: 8 * limits.batchBytes };

/** Characters of a path that a message shows. A longer path names no batch. */
const maxShownPath = 200;

/** What a client signs to create a batch. */
const signedBody = 'exactly the bytes of the body';

const noCredentials = (name: string) =>
  new TintypeError(
    'invalid_credentials',
    `Sign ${name}: send its HMAC-SHA256 under an API secret, in hex, as \`x-req-signature\`. Or send \`Authorization: Bearer <base64 of user_id:secret>\`.`,
  );

const notFound = () =>
  new TintypeError(
    'not_found',
    'The account has no such batch. Batches are kept for 14 days. GET /batch/{api_key} lists them.',
  );

const otherKey = () =>
  new TintypeError(
    'not_found',
    'The API key in the path does not belong to the account in `Authorization`. Put the key of this account into the path.',
  );

const addCreation = (router: Router, options: BatchRoutesOptions): void => {
  const { guard } = options;
  const bodies = new HeldBodies(unsignedBodies);
  for (const endpoint of batchEndpoints) {
    router.post(`/batch-${endpoint}/:apiKey`, async (context: RouterContext) => {
      const { apiKey = '' } = context.params;
      const { batchBytes } = guard.accountOf(apiKey).limits;
      requireSignature(context.get('x-req-signature'), signedBody);
      const body = await bodies.hold(apiKey, limits.batchBytes, () => readBytes(context, batchBytes));
      const bearer = guard.signedBy(context, apiKey, { texts: [body], name: signedBody });
      checkMayUse(bearer.account, endpoint);
      await acceptBatch(context, options, bearer, { endpoint, body });
    });
  }
};

/**
 * The account of the request. `x-req-signature` signs the path; for a change, it signs the method and the path.
 * Without that header, `Authorization` decides.
 */
const accountIn = (guard: BatchRoutesOptions['guard'], context: RouterContext, method = ''): Account => {
  const { apiKey = '' } = context.params;
  const texts = [context.path, context.req.url ?? ''].map((path) => `${method}${path}`);
  const signed = { texts, name: `the text \`${method}${context.path.slice(0, maxShownPath)}\`` };
  const isSigned = context.get('x-req-signature') !== '';
  if (!isSigned && context.get('Authorization') === '') throw noCredentials(signed.name);
  const account = isSigned ? guard.signedBy(context, apiKey, signed).account : guard.admit(context);
  if (account.apiKey !== apiKey) throw otherKey();
  return account;
};

/** Batches: accept, list, show, cancel, notify again. */
export const batchRoutes = (options: BatchRoutesOptions): Router => {
  const { guard, views, changes } = options;
  const router = new Router();

  const batchKeyIn = (context: RouterContext, method?: string): BatchKey => {
    const { id: account } = accountIn(guard, context, method);
    const { batch = '' } = context.params;
    if (!batchIdPattern.test(batch)) throw notFound();
    return { account, batch };
  };

  const rangeIn = (context: RouterContext): PageRange => {
    const { limit, cursor } = readQuery(batchQuery, context.query);
    return { from: Number(cursor), limit };
  };

  const answer = async (context: RouterContext, batchKey: BatchKey, range: PageRange) => {
    const shown = await views.show(batchKey, range);
    if (!shown) throw notFound();
    context.body = { success: true, ...shown };
  };

  addCreation(router, options);
  router.get('/batch/:apiKey', async (context: RouterContext) => {
    const account = accountIn(guard, context);
    const range = readQuery(batchListQuery, context.query);
    context.body = { success: true, ...(await views.list(account.id, range, leftSignal(context))) };
  });
  router.get('/batch/:apiKey/:batch', async (context: RouterContext) =>
    answer(context, batchKeyIn(context), rangeIn(context)),
  );
  router.delete('/batch/:apiKey/:batch', async (context: RouterContext) => {
    const [batchKey, range] = [batchKeyIn(context, 'DELETE '), rangeIn(context)];
    if (!(await changes.cancel(batchKey))) throw notFound();
    await answer(context, batchKey, range);
  });
  router.post('/batch/:apiKey/:batch/notification', async (context: RouterContext) => {
    const [batchKey, range] = [batchKeyIn(context, 'POST '), rangeIn(context)];
    if (!(await changes.notifyAgain(batchKey))) throw notFound();
    context.status = 202;
    await answer(context, batchKey, range);
  });
  return router;
};
