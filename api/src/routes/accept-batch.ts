import type { RouterContext } from '@koa/router';
import type { Bearer } from '../auth/bearer.js';
import type { BatchCreation, BatchRequest } from '../batch/accept/batch-creation.js';
import { idempotencyKeyIn } from '../middleware/idempotency-key.js';
import { baseOf, requestAddress } from '../public-base.js';

export interface AcceptBatchOptions {
  creation: Pick<BatchCreation, 'create'>;
  /** The base of links; undefined: the host that the client requests. */
  baseUrl: URL | undefined;
}

/** Accepts a batch of the bearer's account, and answers 202. */
export const acceptBatch = async (
  context: RouterContext,
  { creation, baseUrl }: AcceptBatchOptions,
  { account, secret }: Bearer,
  what: Pick<BatchRequest, 'endpoint' | 'body' | 'checkItem'>,
): Promise<void> => {
  const base = `${baseOf(requestAddress(context), baseUrl)}batch/${account.apiKey}`;
  const { batch, ...created } = await creation.create({
    ...what,
    account,
    secretId: secret.id,
    idempotencyKey: idempotencyKeyIn(context),
    statusUrlOf: (id) => `${base}/${id}`,
  });
  context.status = 202;
  context.body = { success: true, batchId: batch, ...created };
};
