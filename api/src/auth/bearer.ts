import { TintypeError } from '@tintype/contracts';
import type { Account, AccountSecret } from '../accounts/account.js';
import { sameText } from './signature.js';

export interface AccountsByName {
  byId: (id: string) => Account | undefined;
  byApiKey: (apiKey: string) => Account | undefined;
}

/** Node reads both Base64 alphabets, padded or not. */
const decode = (header: string): string => {
  const [, encoded = ''] = /^Bearer +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8');
};

/** Compared with requests of unknown names, so that these take as long as others. */
const nobodysSecrets = [{ text: '' }];

export interface Bearer {
  account: Account;
  secret: AccountSecret;
}

/**
 * The account and secret of `Authorization: Bearer <base64 of user_id:secret>`. Any secret of the account is valid,
 * and its API key may replace the user id. Throws `invalid_credentials` or `account_disabled`.
 */
export const checkBearer = (accounts: AccountsByName, header: string): Bearer => {
  const [, name = '', secret = ''] = /^([^:]*):(.*)$/s.exec(decode(header)) ?? [];
  let found: Bearer | undefined;
  // One account's id may be another's API key: the secret decides.
  for (const account of [accounts.byId(name), accounts.byApiKey(name)]) {
    for (const each of account?.secrets ?? nobodysSecrets)
      if (sameText(each.text, secret) && account && 'id' in each) found ??= { account, secret: each };
  }
  if (!found) throw new TintypeError('invalid_credentials');
  if (found.account.disabled) throw new TintypeError('account_disabled');
  return found;
};
