import { TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import type { Account } from '../accounts/account.js';
import type { RequestRate } from '../limits/request-rate.js';
import { type AccountsByName, type Bearer, checkBearer } from './bearer.js';

export interface AccountGuardOptions {
  accounts: AccountsByName;
  rate: Pick<RequestRate, 'count'>;
}

const mayOnlyRead =
  'This secret may not change the account. Use the first secret of the account, or one made with the scope `manage`.';

/** Admits requests with `Authorization: Bearer`, and counts them against the account's rate. */
export class AccountGuard {
  readonly #options: AccountGuardOptions;

  constructor(options: AccountGuardOptions) {
    this.#options = options;
  }

  /** Any secret. Throws `invalid_credentials`, `account_disabled` or `rate_limited`. */
  admit(context: Context): Account {
    return this.#bearerOf(context).account;
  }

  /** A secret with the scope `manage`. The same errors; `invalid_credentials` says that the scope is missing. */
  admitManager(context: Context): Account {
    const { account, secret } = this.#bearerOf(context);
    if (secret.scope !== 'manage') throw new TintypeError('invalid_credentials', mayOnlyRead);
    return account;
  }

  #bearerOf(context: Context): Bearer {
    context.set('Cache-Control', 'no-store');
    const bearer = checkBearer(this.#options.accounts, context.get('Authorization'));
    context.state.account = bearer.account.id;
    this.#options.rate.count(bearer.account);
    return bearer;
  }
}
