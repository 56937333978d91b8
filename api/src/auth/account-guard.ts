import { TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import type { Account, AccountSecret } from '../accounts/account.js';
import type { SecretUses } from '../accounts/secret-uses.js';
import { addRateLimits } from '../limits/rate-limit-headers.js';
import type { RequestRate } from '../limits/request-rate.js';
import { type AccountsByName, type Bearer, checkBearer } from './bearer.js';
import { checkSignature, type Signed } from './body-signature.js';

export interface AccountGuardOptions {
  accounts: AccountsByName;
  rate: Pick<RequestRate, 'count' | 'state'>;
  uses: Pick<SecretUses, 'note'>;
}

const mayOnlyRead =
  'This secret may not change the account. Use the first secret of the account, or one made with the scope `manage`.';

/** Throws `invalid_credentials`, because the contract uses 403 only for disabled accounts and blocked targets. */
export const requireManaging = ({ scope }: AccountSecret): void => {
  if (scope === 'manage') return;
  // Programs recognise the missing scope by this detail; a wrong secret has the same code.
  throw new TintypeError('invalid_credentials', mayOnlyRead, { details: { requiredScope: 'manage' } });
};

/** Admits requests with `Authorization: Bearer`, and counts them against the account's rate. */
export class AccountGuard {
  readonly #options: AccountGuardOptions;

  constructor(options: AccountGuardOptions) {
    this.#options = options;
  }

  /**
   * The account of a bearer with any of its secrets. Throws `invalid_credentials`, `account_disabled` or
   * `rate_limited`.
   */
  admit(context: Context): Account {
    return this.bearerOf(context).account;
  }

  /** Admits a request, as `admit` does, if its secret has the scope `manage`. */
  admitManager(context: Context): Account {
    const { account, secret } = this.bearerOf(context);
    requireManaging(secret);
    return account;
  }

  /** The account and secret of a bearer. Does not count the request. */
  authenticate(context: Context): Bearer {
    context.set('Cache-Control', 'no-store');
    return this.#note(context, checkBearer(this.#options.accounts, context.get('Authorization')));
  }

  /** Admits a request, as `admit` does, for routes that also need the secret. */
  bearerOf(context: Context): Bearer {
    const bearer = this.authenticate(context);
    this.count(context, bearer.account);
    return bearer;
  }

  /**
   * For requests with `x-req-signature`. Throws `unknown_api_key`, `invalid_signature`,
   * `account_disabled` or `rate_limited`.
   */
  signedBy(context: Context, apiKey: string, signed: Signed): Bearer {
    const account = this.accountOf(apiKey);
    const secret = checkSignature(account.secrets, context.get('x-req-signature'), signed);
    if (account.disabled) throw new TintypeError('account_disabled');
    const bearer = this.#note(context, { account, secret });
    this.count(context, account);
    return bearer;
  }

  /** Finds an account without any check: the caller has to check a signature. Throws `unknown_api_key`. */
  accountOf(apiKey: string): Account {
    const account = this.#options.accounts.byApiKey(apiKey);
    if (!account) throw new TintypeError('unknown_api_key');
    return account;
  }

  #note(context: Context, bearer: Bearer): Bearer {
    context.set('Cache-Control', 'no-store');
    context.state.account = bearer.account.id;
    this.#options.uses.note(bearer.account.id, bearer.secret);
    return bearer;
  }

  /** Counts an authenticated request. Throws `rate_limited`. */
  count(context: Context, account: Account): void {
    const { rate } = this.#options;
    try {
      rate.count(account);
    } finally {
      addRateLimits(context, [rate.state(account)]);
    }
  }
}
