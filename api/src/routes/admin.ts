import Router, { type RouterContext } from '@koa/router';
import { limitsOf, TintypeError } from '@tintype/contracts';
import type { UsageRecords } from '@tintype/ledger';
import type { Logger } from '@tintype/runtime';
import type { AccountStorage } from '../account-storage/account-storage.js';
import { AccountWrites } from '../accounts/account-writes.js';
import { balanceOf } from '../accounts/balance.js';
import type { AccountDirectory } from '../accounts/directory.js';
import type { PresetStore } from '../accounts/presets/preset-store.js';
import type { StoredAccount } from '../accounts/records.js';
import type { SecretUses } from '../accounts/secret-uses.js';
import { storageView } from '../accounts/storage.js';
import type { AccountStore } from '../accounts/store.js';
import { sameText } from '../auth/signature.js';
import { jsonBody } from '../middleware/json-body.js';
import { proxyBody } from '../proxy/proxy-body.js';
import { reachable } from '../reachable.js';
import type { QueueView } from '../render/queue/queue-view.js';
import type { StartedSessions } from '../sessions/start-sessions.js';
import { secretBody } from './account/bodies.js';
import { addPresetRoutes } from './account/presets.js';
import { secretAnswer } from './account/secrets.js';
import { addWorkspaceRoutes, type WorkspaceRoutesOptions } from './account/workspaces.js';
import { changeAccountBody, createAccountBody } from './admin/bodies.js';
import { storageHandlers } from './storage/handlers.js';

export interface AdminRouterOptions {
  store: AccountStore;
  presets: PresetStore;
  directory: Pick<AccountDirectory, 'seen'>;
  usage: Pick<UsageRecords, 'total' | 'days'>;
  uses: Pick<SecretUses, 'forget'>;
  storage: AccountStorage;
  slack: Pick<WorkspaceRoutesOptions, 'workspaces' | 'codes' | 'available'>;
  queue: Pick<QueueView, 'read'>;
  /** Undefined if sessions are not set up. */
  sessions: Pick<StartedSessions, 'active' | 'pools'> | undefined;
  /** Without a token, the routes answer 404. */
  token: string | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
}

const wrongToken = 'The admin token is missing or wrong: send it as `Authorization: Bearer <token>`.';

const adminOnly = (token: string | undefined) =>
  async function requireAdmin(context: RouterContext, next: () => Promise<unknown>) {
    if (!token) throw new TintypeError('not_found');
    const [, presented = ''] = /^Bearer +(\S+)$/i.exec(context.get('Authorization')) ?? [];
    if (!sameText(presented, token)) throw new TintypeError('invalid_credentials', wrongToken);
    context.set('Cache-Control', 'no-store');
    await next();
  };

const readCreate = jsonBody({ schema: createAccountBody });
const readChange = jsonBody({ schema: changeAccountBody });
const readProxy = jsonBody({ schema: proxyBody });
const readSecret = jsonBody({ schema: secretBody, example: { scope: 'use' } });

const param = (context: RouterContext, name: string) => String(context.params[name]);

/**
 * An account without the texts of its secrets, the password of its proxy and the secret of its storage. `credits` are
 * those that remain. `limits` are all that apply; `ownLimits` are those that were set for this account.
 */
export const accountAnswer = ({ id, value }: StoredAccount, balance: number | null) => ({
  id,
  apiKey: value.apiKey,
  disabled: value.disabled,
  createdAt: value.createdAt,
  credits: balance,
  endpoints: value.endpoints,
  limits: limitsOf(value),
  ownLimits: value.limits,
  proxy: value.proxy ? { url: value.proxy.url, setAt: value.proxy.setAt } : null,
  storage: storageView(value),
  secrets: value.secrets.map(secretAnswer),
});

class AdminAccounts {
  readonly #options: AdminRouterOptions;
  readonly #writes: AccountWrites;

  constructor(options: AdminRouterOptions) {
    this.#options = options;
    this.#writes = new AccountWrites(options);
  }

  create = async (context: RouterContext) => {
    const { account, secret, revision } = await this.#options.store.create(await readCreate(context));
    await this.#writes.done(revision, { account: account.id }, 'account created');
    context.status = 201;
    context.body = { success: true, account: await this.#answer(account), secret };
  };

  list = async (context: RouterContext) => {
    const accounts = await this.#options.store.list();
    context.body = { success: true, accounts: await Promise.all(accounts.map((each) => this.#answer(each))) };
  };

  get = async (context: RouterContext) => {
    context.body = { success: true, account: await this.#answer(await this.#options.store.get(param(context, 'id'))) };
  };

  change = async (context: RouterContext) => {
    const change = await readChange(context);
    const id = param(context, 'id');
    const creditsBase =
      change.credits === undefined ? undefined : (await reachable(this.#options.usage.total(id))).credits;
    const account = await this.#options.store.update(id, { ...change, creditsBase });
    await this.#writes.done(account.revision, { account: account.id, change }, 'account changed');
    context.body = { success: true, account: await this.#answer(account) };
  };

  addSecret = async (context: RouterContext) => {
    const settings = await readSecret(context);
    const { account, secretId, secret } = await this.#options.store.addSecret(param(context, 'id'), settings);
    await this.#writes.done(account.revision, { account: account.id, secretId }, 'secret added');
    context.status = 201;
    const { scope, name = null } = settings;
    context.body = { success: true, secretId, secret, scope, name };
  };

  removeSecret = async (context: RouterContext) => {
    const secretId = param(context, 'secretId');
    const { store, uses } = this.#options;
    const account = await store.removeSecret(param(context, 'id'), secretId);
    await uses.forget(account.id, secretId);
    await this.#writes.done(account.revision, { account: account.id, secretId }, 'secret removed');
    context.body = { success: true, account: await this.#answer(account) };
  };

  setProxy = async (context: RouterContext) => {
    const { url } = await readProxy(context);
    const account = await this.#options.store.setProxy(param(context, 'id'), url);
    await this.#writes.done(account.revision, { account: account.id }, 'proxy set');
    context.body = { success: true, account: await this.#answer(account) };
  };

  removeProxy = async (context: RouterContext) => {
    const account = await this.#options.store.removeProxy(param(context, 'id'));
    await this.#writes.done(account.revision, { account: account.id }, 'proxy removed');
    context.body = { success: true, account: await this.#answer(account) };
  };

  usage = async (context: RouterContext) => {
    const { store, usage } = this.#options;
    const { id } = await store.get(param(context, 'id'));
    const [{ credits, charges }, days] = await reachable(Promise.all([usage.total(id), usage.days(id)]));
    context.body = { success: true, usage: { total: { credits, charges }, days } };
  };

  async #answer(account: StoredAccount) {
    return accountAnswer(account, await balanceOf(this.#options.usage, { id: account.id, ...account.value }));
  }
}

export const adminRouter = (options: AdminRouterOptions): Router => {
  const prefix = '/admin/v1';
  const storagePath = (account: string) => `${prefix}/accounts/${account}/storage`;
  const router = new Router({ prefix });
  const accounts = new AdminAccounts(options);
  router.use(adminOnly(options.token));
  router.post('/accounts', accounts.create);
  router.get('/accounts', accounts.list);
  router.get('/accounts/:id', accounts.get);
  router.patch('/accounts/:id', accounts.change);
  router.get('/accounts/:id/usage', accounts.usage);
  router.post('/accounts/:id/secrets', accounts.addSecret);
  router.delete('/accounts/:id/secrets/:secretId', accounts.removeSecret);
  router.put('/accounts/:id/proxy', accounts.setProxy);
  router.delete('/accounts/:id/proxy', accounts.removeProxy);
  const accountOf = async (context: RouterContext) => (await options.store.get(param(context, 'id'))).id;
  addWorkspaceRoutes(router, { ...options.slack, path: '/accounts/:id/slack', accountOf, log: options.log });
  addPresetRoutes(router, {
    path: '/accounts/:id/presets',
    presets: options.presets,
    writes: new AccountWrites(options),
    storage: options.storage,
    storagePath,
    accountOf,
  });
  const storage = storageHandlers({ ...options, storagePath, idOf: (context) => param(context, 'id') });
  router.get('/accounts/:id/storage', storage.get);
  router.put('/accounts/:id/storage', storage.put);
  router.delete('/accounts/:id/storage', storage.delete);
  router.post('/accounts/:id/storage/test', storage.test);
  router.get('/sessions', (context: RouterContext) => {
    context.body = { success: true, sessions: options.sessions?.active() ?? [] };
  });
  router.get('/pools', async (context: RouterContext) => {
    const { sessions } = options;
    const pools = sessions ? await reachable(sessions.pools()) : [];
    context.body = { success: true, activeSessions: sessions?.active().length ?? 0, pools };
  });
  router.get('/queue', async (context: RouterContext) => {
    context.body = { success: true, queue: await reachable(options.queue.read()) };
  });
  // No path below the prefix may count as a signed URL of an account named "admin".
  router.all('/{*rest}', () => {
    throw new TintypeError('not_found');
  });
  return router;
};
