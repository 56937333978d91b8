import Router, { type RouterContext } from '@koa/router';
import type { UsageBook } from '@tintype/ledger';
import type { Account } from '../accounts/account.js';
import { balanceOf } from '../accounts/balance.js';
import type { AccountGuard } from '../auth/account-guard.js';

export interface AccountRoutesOptions {
  guard: Pick<AccountGuard, 'admit' | 'admitManager'>;
  usage: Pick<UsageBook, 'total'>;
}

/** What an account's holder sees of it. */
export const ownAccountAnswer = ({ id, apiKey, endpoints, limits, hasProxy }: Account, credits: number | null) => ({
  id,
  apiKey,
  credits,
  endpoints,
  limits,
  proxy: hasProxy,
});

/** `/v1/account`: what an account's holder reads and changes himself. Any secret reads; a managing one changes. */
export const accountRoutes = ({ guard, usage }: AccountRoutesOptions): Router => {
  const router = new Router({ prefix: '/v1/account' });
  router.get('/', async (context: RouterContext) => {
    const account = guard.admit(context);
    context.body = { success: true, account: ownAccountAnswer(account, await balanceOf(usage, account)) };
  });
  return router;
};
