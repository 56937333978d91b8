import Router, { type RouterContext } from '@koa/router';
import type { UsageRecords } from '@tintype/ledger';
import type { AccountStorage } from '../account-storage/account-storage.js';
import type { Account, AccountSecret } from '../accounts/account.js';
import { AccountWrites, type AccountWritesOptions } from '../accounts/account-writes.js';
import { balanceOf } from '../accounts/balance.js';
import type { AccountGuard } from '../auth/account-guard.js';
import { addChargeRoutes, type ChargeRoutesOptions } from './account/charges.js';
import { addPresetRoutes, type PresetRoutesOptions } from './account/presets.js';
import { addProfileRoutes, type ProfileRoutesOptions } from './account/profiles.js';
import { addProxyRoutes, type ProxyRoutesOptions } from './account/proxy.js';
import { addSecretRoutes, type SecretRoutesOptions } from './account/secrets.js';
import { addUsageRoutes } from './account/usage.js';
import { addWorkspaceRoutes, type WorkspaceRoutesOptions } from './account/workspaces.js';
import { storageHandlers } from './storage/handlers.js';

export interface AccountRoutesOptions
  extends AccountWritesOptions,
    Pick<SecretRoutesOptions, 'store' | 'uses'>,
    Pick<PresetRoutesOptions, 'presets'>,
    Pick<ChargeRoutesOptions, 'charges'>,
    Pick<ProxyRoutesOptions, 'proxy'>,
    Pick<ProfileRoutesOptions, 'profiles'> {
  guard: Pick<AccountGuard, 'admit' | 'admitManager' | 'bearerOf'>;
  usage: Pick<UsageRecords, 'total' | 'days'>;
  storage: AccountStorage;
  slack: Pick<WorkspaceRoutesOptions, 'workspaces' | 'codes' | 'available'>;
}

/** What an account's holder sees of it. */
export const ownAccountAnswer = (
  { id, apiKey, endpoints, limits, hasProxy }: Account,
  { credits, storage, scope }: { credits: number | null; storage: boolean } & Pick<AccountSecret, 'scope'>,
) => ({
  id,
  apiKey,
  credits,
  endpoints,
  limits,
  proxy: hasProxy,
  storage,
  scope,
});

/** `/v1/account`: what an account's holder reads and changes himself. Any secret reads; a managing one changes. */
export const accountRoutes = (options: AccountRoutesOptions): Router => {
  const { guard, usage, presets, storage } = options;
  const prefix = '/v1/account';
  const storagePath = () => `${prefix}/storage`;
  const router = new Router({ prefix });
  const writes = new AccountWrites(options);
  router.get('/', async (context: RouterContext) => {
    const { account, secret } = guard.bearerOf(context);
    const credits = await balanceOf(usage, account);
    const more = { credits, storage: storage.isConfigured(account), scope: secret.scope };
    context.body = { success: true, account: ownAccountAnswer(account, more) };
  });
  const accountOf = (context: RouterContext, access: 'read' | 'change') =>
    (access === 'read' ? guard.admit(context) : guard.admitManager(context)).id;
  addUsageRoutes(router, options);
  addChargeRoutes(router, options);
  addSecretRoutes(router, { ...options, writes });
  addPresetRoutes(router, {
    path: '/presets',
    presets,
    writes,
    storage,
    storagePath,
    accountOf,
  });
  addWorkspaceRoutes(router, { ...options.slack, path: '/slack', accountOf, log: options.log });
  const reading = storageHandlers({ storage, storagePath, idOf: (context) => guard.admit(context).id });
  const managing = storageHandlers({ storage, storagePath, idOf: (context) => guard.admitManager(context).id });
  router.get('/storage', reading.get);
  router.put('/storage', managing.put);
  router.delete('/storage', managing.delete);
  router.post('/storage/test', managing.test);
  addProxyRoutes(router, options);
  addProfileRoutes(router, options);
  return router;
};
