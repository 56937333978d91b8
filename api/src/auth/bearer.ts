import { TintypeError } from '@tintype/contracts';
import type { Account } from '../accounts/account.js';
import { sameText } from './signature.js';

export interface AccountsByName {
  byId: (id: string) => Account | undefined;
  byApiKey: (apiKey: string) => Account | undefined;
}

/** Node reads the standard and the url-safe alphabet, padded or not. */
const decode = (header: string): string => {
  const [, encoded = ''] = /^Bearer +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8');
};

/** One that nobody has takes as long as one that has a secret. */
const nobodysSecrets = [''];

/**
 * The account of `Authorization: Bearer <base64(user_id:secret)>`, with any of its secrets; the API key may stand in the place
 * of the user id. Throws `invalid_credentials` or `account_disabled`.
 */
export const checkBearer = (accounts: AccountsByName, header: string): Account => {
  const [, name = '', secret = ''] = /^([^:]*):(.*)$/s.exec(decode(header)) ?? [];
  let found: Account | undefined;
  // One account's id may be another's API key: whose secret it is decides.
  for (const account of [accounts.byId(name), accounts.byApiKey(name)]) {
    for (const each of account?.secrets ?? nobodysSecrets) if (sameText(each, secret)) found ??= account;
  }
  if (!found) throw new TintypeError('invalid_credentials');
  if (found.disabled) throw new TintypeError('account_disabled');
  return found;
};
