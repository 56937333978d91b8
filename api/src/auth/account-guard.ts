import { TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import type { Account, AccountSecret } from '../accounts/account.js';
import type { SecretUses } from '../accounts/secret-uses.js';
import { addRateLimits } from '../limits/rate-limit-headers.js';
import type { RequestRate } from '../limits/request-rate.js';
import { type AccountsByName, type Bearer, checkBearer } from './bearer.js';

export interface AccountGuardOptions {
  accounts: AccountsByName;
  rate: Pick<RequestRate, 'count' | 'state'>;
  uses: Pick<SecretUses, 'note'>;
}

const mayOnlyRead =
  'This secret may not change the account. Use the first secret of the account, or one made with the scope `manage`.';

/** Throws `invalid_credentials`: the 403 of the contract are for disabled accounts and blocked targets. */
export const requireManaging = ({ scope }: AccountSecret): void => {
  if (scope === 'manage') return;
  // Programs tell it by this from a wrong secret.
  throw new TintypeError('invalid_credentials', mayOnlyRead, { details: { requiredScope: 'manage' } });
};

/** Admits requests with `Authorization: Bearer`, and counts them against the account's rate. */
export class AccountGuard {
  readonly #options: AccountGuardOptions;

  constructor(options: AccountGuardOptions) {
    this.#options = options;
  }

  /** The account of any of its secrets. Throws `invalid_credentials`, `account_disabled` or `rate_limited`. */
  admit(context: Context): Account {
    return this.bearerOf(context).account;
  }

  /** The same for secrets with the scope `manage` only. */
  admitManager(context: Context): Account {
    const { account, secret } = this.bearerOf(context);
    requireManaging(secret);
    return account;
  }

  /** The same without counting the request. */
  authenticate(context: Context): Bearer {
    context.set('Cache-Control', 'no-store');
    const { accounts, uses } = this.#options;
    const bearer = checkBearer(accounts, context.get('Authorization'));
    context.state.account = bearer.account.id;
    uses.note(bearer.account.id, bearer.secret);
    return bearer;
  }

  /** For routes that decide by the secret. */
  bearerOf(context: Context): Bearer {
    const { rate } = this.#options;
    const bearer = this.authenticate(context);
    const { account } = bearer;
    try {
      rate.count(account);
    } finally {
      addRateLimits(context, [rate.state(account)]);
    }
    return bearer;
  }
}
