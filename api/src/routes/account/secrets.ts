import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { type StoredSecret, TintypeError } from '@tintype/contracts';
import type { AccountWrites } from '../../accounts/account-writes.js';
import type { SecretUses } from '../../accounts/secret-uses.js';
import type { AccountStore, SecretSettings } from '../../accounts/store.js';
import { type AccountGuard, requireManaging } from '../../auth/account-guard.js';
import type { Bearer } from '../../auth/bearer.js';
import { sameText } from '../../auth/signature.js';
import { jsonBody } from '../../middleware/json-body.js';
import { secretBody, tokenBody } from './bodies.js';

export interface SecretRoutesOptions {
  guard: Pick<AccountGuard, 'admit' | 'admitManager' | 'bearerOf'>;
  store: Pick<AccountStore, 'get' | 'addSecret' | 'removeOwnSecret'>;
  uses: Pick<SecretUses, 'lastUses' | 'forget'>;
  writes: Pick<AccountWrites, 'done'>;
}

const readSecret = jsonBody({ schema: secretBody, example: { name: 'web server', scope: 'use' } });
const readToken = jsonBody({ schema: tokenBody, example: { name: 'notebook', scope: 'use' } });

/** A secret without its text. */
export const secretAnswer = ({ id, name, scope, origin, createdAt }: StoredSecret) => ({
  id,
  name: name ?? null,
  scope,
  origin,
  createdAt,
});

/** What `Authorization: Bearer` takes. */
const tokenOf = (account: string, secret: string) => Buffer.from(`${account}:${secret}`).toString('base64');

class SecretHandlers {
  readonly #options: SecretRoutesOptions;

  constructor(options: SecretRoutesOptions) {
    this.#options = options;
  }

  list = async (context: RouterContext) => {
    const bearer = this.#options.guard.bearerOf(context);
    const { value } = await this.#options.store.get(bearer.account.id);
    context.body = { success: true, secrets: await this.#answer(bearer, value.secrets) };
  };

  add = async (context: RouterContext) => {
    const { id } = this.#options.guard.admitManager(context);
    const settings = await readSecret(context);
    context.status = 201;
    context.body = { success: true, ...(await this.#add(id, settings)) };
  };

  remove = async (context: RouterContext) => {
    const { guard, store, uses, writes } = this.#options;
    const bearer = guard.bearerOf(context);
    requireManaging(bearer.secret);
    const { id } = bearer.account;
    const secretId = String(context.params.id);
    const { value, revision } = await store.removeOwnSecret(id, secretId);
    await uses.forget(id, secretId);
    await writes.done(revision, { account: id, secretId }, 'secret removed');
    context.body = { success: true, secrets: await this.#answer(bearer, value.secrets) };
  };

  token = async (context: RouterContext) => {
    const { account, secret: presented } = this.#options.guard.bearerOf(context);
    const { secret, ...settings } = await readToken(context);
    if (secret === undefined) {
      requireManaging(presented);
      const added = await this.#add(account.id, settings);
      context.status = 201;
      context.body = { success: true, token: tokenOf(account.id, added.secret), ...added };
      return;
    }
    if (Object.keys(settings).length > 0)
      throw new TintypeError('invalid_request', 'The body takes `secret`, or `name` and `scope` of a new secret.');
    if (!account.secrets.some(({ text }) => sameText(text, secret)))
      throw new TintypeError(
        'invalid_request',
        'The property `secret` takes a secret of this account. To make a new secret, leave it out.',
      );
    context.body = { success: true, token: tokenOf(account.id, secret) };
  };

  async #add(account: string, { scope = 'use', name }: SecretSettings) {
    const { store, writes } = this.#options;
    const added = await store.addSecret(account, { scope, name, origin: 'account' });
    const { secretId, secret } = added;
    await writes.done(added.account.revision, { account, secretId }, 'secret added');
    return { secretId, secret, scope, name: name ?? null };
  }

  async #answer({ account, secret }: Bearer, secrets: readonly StoredSecret[]) {
    const used = await this.#options.uses.lastUses(account.id);
    return secrets.map((each) => ({
      ...secretAnswer(each),
      lastUsedAt: used.get(each.id) ?? null,
      current: each.id === secret.id,
    }));
  }
}

export const addSecretRoutes = (router: Router, options: SecretRoutesOptions): void => {
  const handlers = new SecretHandlers(options);
  router.get('/secrets', handlers.list);
  router.post('/secrets', handlers.add);
  router.delete('/secrets/:id', handlers.remove);
  router.post('/token', handlers.token);
};
